// Made from contract/src/monitor-types by "npm run generate". Do not edit.
import type { MonitorTypeForm } from '@sitewatch/contract/form-field'

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
        "help": "For POST only; at most 8 KiB",
        "default": null,
        "multiline": true,
        "optional": true,
        "when": {
          "field": "method",
          "is": [
            "POST"
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
    "fields": []
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
      }
    ]
  }
] as const satisfies readonly MonitorTypeForm[]
