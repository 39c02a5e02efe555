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
    "type": "ping",
    "label": "Ping",
    "description": "Checks that a host replies.",
    "url": {
      "label": "Host or IP address",
      "placeholder": "example.com"
    },
    "fields": []
  }
] as const satisfies readonly MonitorTypeForm[]
