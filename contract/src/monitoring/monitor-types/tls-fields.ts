import { z } from 'zod'
import { field } from '../../core/settings-field.ts'

/** Fields of several types: a name must have the same schema in all of them. */
export const verify_tls = field(z.boolean(), {
  label: 'Verify TLS certificate',
  help: 'An invalid or expired certificate counts as down',
  default: true,
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
