import { z } from 'zod'
import { field } from '../settings-field.ts'

/** Fields that several types have: one name is one schema. */
export const verify_tls = field(z.boolean(), {
  label: 'Verify TLS certificate',
  help: 'An invalid or expired certificate counts as down',
  default: true,
})

export const expiry_notice_days = field(z.array(z.int().min(1).max(365)).max(10), {
  label: 'Certificate expiry notices',
  help: 'Days before the certificate expires on which to notify; empty: never',
  default: [21, 7, 1],
})

export const starttls = field(z.enum(['none', 'smtp', 'imap', 'pop3', 'ftp', 'postgres']), {
  label: 'STARTTLS',
  help: 'How to switch the connection to TLS before anything else is sent',
  default: 'none',
  choices: {
    none: 'None',
    smtp: 'SMTP',
    imap: 'IMAP',
    pop3: 'POP3',
    ftp: 'FTP',
    postgres: 'PostgreSQL',
  },
})
