// Made from contract/src/monitoring/monitor-settings.ts and monitor-types by "npm run generate". Do not edit.
import type { MonitorField, MonitorTypeForm } from '@sitewatch/contract/form-field'

export const MONITOR_FIELDS = [
  {
    "name": "timeout_seconds",
    "label": "Timeout (seconds)",
    "kind": "number",
    "default": 10,
    "needs_target": true
  },
  {
    "name": "slow_ms",
    "label": "Slow above (ms)",
    "kind": "number",
    "help": "Notifies you when the 95th percentile of the last ten minutes is above it. Empty: never.",
    "default": null,
    "optional": true,
    "hint_says_optional": true,
    "needs_target": true
  }
] as const satisfies readonly MonitorField[]

export const MONITOR_TYPES = [
  {
    "type": "http",
    "label": "HTTP(S)",
    "description": "Requests a URL and checks the response.",
    "url": {
      "label": "URL",
      "placeholder": "https://example.com/"
    },
    "fields": [
      {
        "name": "method",
        "label": "Method",
        "kind": "choice",
        "default": "GET",
        "choices": [
          {
            "value": "GET",
            "label": "GET"
          },
          {
            "value": "HEAD",
            "label": "HEAD"
          },
          {
            "value": "POST",
            "label": "POST"
          },
          {
            "value": "PUT",
            "label": "PUT"
          },
          {
            "value": "PATCH",
            "label": "PATCH"
          },
          {
            "value": "DELETE",
            "label": "DELETE"
          },
          {
            "value": "OPTIONS",
            "label": "OPTIONS"
          }
        ]
      },
      {
        "name": "request_headers",
        "label": "Request headers",
        "kind": "map",
        "help": "Values are write-only: they are returned masked",
        "default": {},
        "secret": true,
        "optional": true
      },
      {
        "name": "request_body",
        "label": "Request body",
        "kind": "text",
        "help": "For POST, PUT, PATCH and DELETE; at most 8 KiB",
        "default": null,
        "multiline": true,
        "optional": true,
        "when": {
          "field": "method",
          "is": [
            "POST",
            "PUT",
            "PATCH",
            "DELETE"
          ]
        }
      },
      {
        "name": "expected_status",
        "label": "Expected status",
        "kind": "list",
        "help": "Status codes and ranges that count as up, such as 200-299",
        "default": [
          "200-399"
        ]
      },
      {
        "name": "follow_redirects",
        "label": "Follow redirects",
        "kind": "flag",
        "help": "Up to 5; the last response is checked",
        "default": true
      },
      {
        "name": "keyword",
        "label": "Keyword",
        "kind": "text",
        "help": "Text to search for in the first 1 MiB of the response; not with HEAD",
        "default": null,
        "optional": true
      },
      {
        "name": "keyword_mode",
        "label": "Keyword must be",
        "kind": "choice",
        "default": "present",
        "choices": [
          {
            "value": "present",
            "label": "present"
          },
          {
            "value": "absent",
            "label": "absent"
          }
        ]
      },
      {
        "name": "verify_tls",
        "label": "Verify TLS certificate",
        "kind": "flag",
        "help": "An invalid or expired certificate counts as down",
        "default": true
      },
      {
        "name": "expiry_notice_days",
        "label": "Expiry notices",
        "kind": "list",
        "help": "Days before the certificate or the domain registration expires on which to notify; empty: never",
        "default": [
          21,
          7,
          1
        ],
        "numeric": true
      },
      {
        "name": "auth_method",
        "label": "Authentication",
        "kind": "choice",
        "default": "none",
        "choices": [
          {
            "value": "none",
            "label": "None"
          },
          {
            "value": "basic",
            "label": "User name and password (Basic)"
          },
          {
            "value": "bearer",
            "label": "Token (Bearer)"
          }
        ]
      },
      {
        "name": "auth_username",
        "label": "User name",
        "kind": "text",
        "default": null,
        "optional": true,
        "when": {
          "field": "auth_method",
          "is": [
            "basic"
          ]
        }
      },
      {
        "name": "auth_password",
        "label": "Password",
        "kind": "text",
        "default": null,
        "secret": true,
        "optional": true,
        "when": {
          "field": "auth_method",
          "is": [
            "basic"
          ]
        }
      },
      {
        "name": "auth_token",
        "label": "Token",
        "kind": "text",
        "default": null,
        "secret": true,
        "optional": true,
        "when": {
          "field": "auth_method",
          "is": [
            "bearer"
          ]
        }
      },
      {
        "name": "ip_version",
        "label": "IP version",
        "kind": "choice",
        "default": "any",
        "choices": [
          {
            "value": "any",
            "label": "Any"
          },
          {
            "value": "ipv4",
            "label": "IPv4 only"
          },
          {
            "value": "ipv6",
            "label": "IPv6 only"
          }
        ]
      },
      {
        "name": "assertions",
        "label": "Assertions",
        "kind": "rows",
        "help": "Conditions that the response must meet; up to 20",
        "default": [],
        "columns": [
          {
            "name": "source",
            "label": "Source",
            "kind": "choice",
            "default": "status",
            "choices": [
              {
                "value": "status",
                "label": "Status code"
              },
              {
                "value": "header",
                "label": "Header"
              },
              {
                "value": "body",
                "label": "Body"
              },
              {
                "value": "json",
                "label": "JSON value"
              },
              {
                "value": "response_time",
                "label": "Response time (ms)"
              },
              {
                "value": "certificate_days",
                "label": "Certificate days left"
              }
            ]
          },
          {
            "name": "path",
            "label": "Header name or JSON path",
            "kind": "text",
            "default": null,
            "optional": true,
            "when": {
              "field": "source",
              "is": [
                "header",
                "json"
              ]
            }
          },
          {
            "name": "operator",
            "label": "Operator",
            "kind": "choice",
            "default": "equals",
            "choices": [
              {
                "value": "equals",
                "label": "equals"
              },
              {
                "value": "not_equals",
                "label": "does not equal"
              },
              {
                "value": "contains",
                "label": "contains"
              },
              {
                "value": "not_contains",
                "label": "does not contain"
              },
              {
                "value": "matches",
                "label": "matches pattern"
              },
              {
                "value": "not_matches",
                "label": "does not match pattern"
              },
              {
                "value": "less_than",
                "label": "is less than"
              },
              {
                "value": "greater_than",
                "label": "is greater than"
              },
              {
                "value": "exists",
                "label": "exists"
              },
              {
                "value": "not_exists",
                "label": "does not exist"
              }
            ]
          },
          {
            "name": "value",
            "label": "Value",
            "kind": "scalar",
            "default": null,
            "optional": true,
            "when": {
              "field": "operator",
              "is": [
                "equals",
                "not_equals",
                "contains",
                "not_contains",
                "matches",
                "not_matches",
                "less_than",
                "greater_than"
              ]
            }
          },
          {
            "name": "name",
            "label": "Assertion name",
            "kind": "text",
            "default": null,
            "optional": true
          }
        ]
      }
    ]
  },
  {
    "type": "dns",
    "label": "DNS",
    "description": "Looks up the DNS records of a name.",
    "url": {
      "label": "Host name",
      "placeholder": "example.com"
    },
    "fields": [
      {
        "name": "record_type",
        "label": "Record type",
        "kind": "choice",
        "default": "A",
        "choices": [
          {
            "value": "A",
            "label": "A"
          },
          {
            "value": "AAAA",
            "label": "AAAA"
          },
          {
            "value": "CNAME",
            "label": "CNAME"
          },
          {
            "value": "MX",
            "label": "MX"
          },
          {
            "value": "TXT",
            "label": "TXT"
          },
          {
            "value": "NS",
            "label": "NS"
          },
          {
            "value": "CAA",
            "label": "CAA"
          }
        ]
      },
      {
        "name": "expected_values",
        "label": "Expected values",
        "kind": "list",
        "help": "Each must be among the records, for example 10 mail.example.com for MX; empty: any record",
        "default": [],
        "multiline": true
      },
      {
        "name": "resolver",
        "label": "DNS server",
        "kind": "text",
        "help": "Host or IP address to ask, optionally with a port; empty: the DNS servers of Sitewatch",
        "default": null,
        "optional": true
      },
      {
        "name": "expiry_notice_days",
        "label": "Expiry notices",
        "kind": "list",
        "help": "Days before the certificate or the domain registration expires on which to notify; empty: never",
        "default": [
          21,
          7,
          1
        ],
        "numeric": true
      }
    ]
  },
  {
    "type": "heartbeat",
    "label": "Heartbeat",
    "description": "Waits for a cron job or a background task to send a ping.",
    "url": null,
    "fields": [
      {
        "name": "period_seconds",
        "label": "Period (seconds)",
        "kind": "number",
        "help": "Time between two pings; leave it empty if you set a cron expression",
        "default": null,
        "optional": true
      },
      {
        "name": "cron",
        "label": "Cron expression",
        "kind": "text",
        "help": "When the job runs, for example 30 2 * * *; leave it empty if you set a period",
        "default": null,
        "optional": true
      },
      {
        "name": "timezone",
        "label": "Time zone",
        "kind": "text",
        "help": "Time zone of the cron expression, for example Europe/Berlin",
        "default": "UTC"
      },
      {
        "name": "grace_seconds",
        "label": "Grace period (seconds)",
        "kind": "number",
        "help": "How late a ping may be before an incident opens",
        "default": 300
      }
    ]
  },
  {
    "type": "ping",
    "label": "Ping",
    "description": "Checks that a host replies.",
    "url": {
      "label": "Host or IP address",
      "placeholder": "example.com"
    },
    "fields": [
      {
        "name": "expiry_notice_days",
        "label": "Expiry notices",
        "kind": "list",
        "help": "Days before the certificate or the domain registration expires on which to notify; empty: never",
        "default": [
          21,
          7,
          1
        ],
        "numeric": true
      }
    ]
  },
  {
    "type": "tcp",
    "label": "TCP port",
    "description": "Connects to a port, and optionally sends a text and checks the reply.",
    "url": {
      "label": "Host and port",
      "placeholder": "mail.example.com:25"
    },
    "fields": [
      {
        "name": "starttls",
        "label": "STARTTLS",
        "kind": "choice",
        "help": "How to switch the connection to TLS before anything else is sent",
        "default": "none",
        "choices": [
          {
            "value": "none",
            "label": "None"
          },
          {
            "value": "smtp",
            "label": "SMTP"
          },
          {
            "value": "imap",
            "label": "IMAP"
          },
          {
            "value": "pop3",
            "label": "POP3"
          },
          {
            "value": "ftp",
            "label": "FTP"
          },
          {
            "value": "postgres",
            "label": "PostgreSQL"
          }
        ]
      },
      {
        "name": "verify_tls",
        "label": "Verify TLS certificate",
        "kind": "flag",
        "help": "An invalid or expired certificate counts as down",
        "default": true
      },
      {
        "name": "expiry_notice_days",
        "label": "Expiry notices",
        "kind": "list",
        "help": "Days before the certificate or the domain registration expires on which to notify; empty: never",
        "default": [
          21,
          7,
          1
        ],
        "numeric": true
      },
      {
        "name": "send",
        "label": "Text to send",
        "kind": "text",
        "help": "For example PING\\r\\n. Escapes: \\r, \\n, \\t, \\0, \\\\ and \\xHH",
        "default": null,
        "optional": true
      },
      {
        "name": "expect",
        "label": "Expected reply",
        "kind": "text",
        "help": "Text that the first 64 KiB of the reply must contain, with the same escapes",
        "default": null,
        "optional": true
      }
    ]
  },
  {
    "type": "tls",
    "label": "TLS certificate",
    "description": "Checks that a server presents a valid certificate.",
    "url": {
      "label": "Host and port",
      "placeholder": "example.com:443"
    },
    "fields": [
      {
        "name": "min_tls_version",
        "label": "Minimum TLS version",
        "kind": "choice",
        "help": "An older version counts as down",
        "default": "1.2",
        "choices": [
          {
            "value": "1.2",
            "label": "1.2"
          },
          {
            "value": "1.3",
            "label": "1.3"
          }
        ]
      },
      {
        "name": "server_name",
        "label": "Server name",
        "kind": "text",
        "help": "Name to ask for (SNI) and to find in the certificate; empty: the host",
        "default": null,
        "optional": true
      },
      {
        "name": "starttls",
        "label": "STARTTLS",
        "kind": "choice",
        "help": "How to switch the connection to TLS before anything else is sent",
        "default": "none",
        "choices": [
          {
            "value": "none",
            "label": "None"
          },
          {
            "value": "smtp",
            "label": "SMTP"
          },
          {
            "value": "imap",
            "label": "IMAP"
          },
          {
            "value": "pop3",
            "label": "POP3"
          },
          {
            "value": "ftp",
            "label": "FTP"
          },
          {
            "value": "postgres",
            "label": "PostgreSQL"
          }
        ]
      },
      {
        "name": "expiry_notice_days",
        "label": "Expiry notices",
        "kind": "list",
        "help": "Days before the certificate or the domain registration expires on which to notify; empty: never",
        "default": [
          21,
          7,
          1
        ],
        "numeric": true
      }
    ]
  }
] as const satisfies readonly MonitorTypeForm[]
