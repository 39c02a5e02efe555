import { SitewatchError } from '@sitewatch/sdk'
import { type ReactNode, useState } from 'react'
import {
  Button,
  Checkbox,
  CheckboxGroup,
  CodeBlock,
  type Column,
  ConfirmDialog,
  Copy,
  Dialog,
  Empty,
  ErrorBox,
  Field,
  Figure,
  FigureRow,
  Form,
  Menu,
  Notice,
  PageHeader,
  Pagination,
  Progress,
  Section,
  Select,
  Skeleton,
  Status,
  type StatusName,
  Submit,
  Table,
  Tabs,
  TextArea,
  Time,
  toast,
} from '../../ui/index.ts'
import { lazyPart } from '../../platform/lazy.tsx'

const ChartGallery = lazyPart(
  async () => (await import('../../charts/chart-gallery.tsx')).ChartGallery,
  () => <Skeleton />,
)

const STATUSES: readonly StatusName[] = ['up', 'degraded', 'down', 'paused', 'unknown', 'pending']
const VALIDATION_ERROR = new SitewatchError({
  code: 'validation_failed',
  status: 422,
  detail: 'The request has fields that are not right.',
  errors: [
    { field: 'email', code: 'invalid_value', message: 'email must be an e-mail address.' },
    { field: 'scopes', code: 'too_few', message: 'scopes must have at least one entry.' },
  ],
})

const OPENED_AT = new Date().toISOString()
const ROWS = [
  { id: 1, name: 'example.com', status: 'up' as const, ms: 128 },
  { id: 2, name: 'a-rather-long-name.of-a-website.example.org', status: 'down' as const, ms: 30_000 },
]
const COLUMNS: readonly Column<(typeof ROWS)[number]>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Status', cell: ({ status }) => <Status name={status} /> },
  { head: 'Response', figures: true, cell: ({ ms }) => ms },
  { head: '', align: 'end', cell: () => <Button>Open</Button> },
]

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>
}

function FormExample() {
  return (
    <Form label="Example" submit={() => Promise.reject(VALIDATION_ERROR)}>
      <Field name="email" type="email" label="E-mail" hint="Send it empty to see the server's words at the field." />
      <Select name="type" label="Kind" choices={[{ value: 'http', label: 'HTTP(S)' }]} />
      <TextArea name="note" label="Note" optional />
      <CheckboxGroup name="scopes" legend="Scopes">
        <Checkbox name="scopes" value="stats:read" label="Read statistics" hint="Everything that the charts show." />
      </CheckboxGroup>
      <div>
        <Submit>Send</Submit>
      </div>
    </Form>
  )
}

function Buttons() {
  const [opened, setOpened] = useState<'dialog' | 'confirm'>()
  return (
    <Section title="Buttons">
      <Row>
        <Button kind="primary">Primary</Button>
        <Button>Plain</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Delete</Button>
        <Button busy>Busy</Button>
        <Button disabled>Disabled</Button>
        <Copy text="copied text" />
        <Menu label="Menu" items={[{ label: 'First', run: () => toast('First was chosen') }]} align="start" />
        <Button onClick={() => setOpened('dialog')}>Dialog</Button>
        <Button onClick={() => setOpened('confirm')}>Confirm</Button>
        <Button onClick={() => toast('Saved')}>Toast</Button>
      </Row>
      {opened === 'dialog' && (
        <Dialog title="A dialog" onClose={() => setOpened(undefined)}>
          <p>With some words.</p>
        </Dialog>
      )}
      {opened === 'confirm' && (
        <ConfirmDialog
          title="Delete example.com?"
          action="Delete website"
          confirm={() => Promise.reject(VALIDATION_ERROR)}
          onClose={() => setOpened(undefined)}
        >
          <p>Its events go with it.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function Figures() {
  return (
    <Section title="Status and figures">
      <div className="grid gap-5">
        <Row>
          {STATUSES.map((name) => (
            <Status key={name} name={name} />
          ))}
        </Row>
        <FigureRow
          entries={[
            { label: 'Visitors', value: '1,204', note: '+12 % to the week before' },
            { label: 'Uptime', value: '99.98 %' },
          ]}
        />
        <Row>
          <Figure size="xl">42</Figure>
          <Time at={OPENED_AT} />
          <Time at="2026-01-01T12:00:00.000Z" as="moment" />
          <Time at={null} />
        </Row>
        <Progress label="Importing" value={42} />
        <Progress label="Waiting" />
      </div>
    </Section>
  )
}

function Lists() {
  const [page, setPage] = useState(2)
  const meta = { current_page: page, per_page: 25, from: 26, to: 50, last_page: 4, total: 92 }
  return (
    <Section title="Lists">
      <Table caption="Examples" columns={COLUMNS} rows={ROWS} rowKey={({ id }) => id} />
      <Pagination meta={meta} onPage={setPage} noun="examples" />
      <div className="mt-6 grid gap-6">
        <Empty title="Nothing here yet." />
        <Skeleton />
      </div>
    </Section>
  )
}

function Words() {
  const [tab, setTab] = useState<'one' | 'two'>('one')
  return (
    <Section title="Words">
      <div className="grid gap-5">
        <Notice title="A note">With something to say.</Notice>
        <Notice kind="done" title="Done" />
        <ErrorBox error={VALIDATION_ERROR} retry={() => undefined} />
        <CodeBlock
          label="Snippet"
          code={'<script defer src="https://watch.example.com/t/00Xb3kP9qLmT27Yd.js"></script>'}
        />
        <Tabs
          label="Examples"
          current={tab}
          onChange={setTab}
          tabs={[
            { id: 'one', label: 'One', panel: <p>The first.</p> },
            { id: 'two', label: 'Two', panel: <p>The second.</p> },
          ]}
        />
      </div>
    </Section>
  )
}

/** Every component in every state, for development. */
export function ComponentsScreen() {
  return (
    <>
      <PageHeader title="Components" actions={<Button kind="primary">Action</Button>}>
        What the screens are made of.
      </PageHeader>
      <Buttons />
      <Figures />
      <Lists />
      <Words />
      <Section title="Form">
        <FormExample />
      </Section>
      <Section title="Charts">
        <ChartGallery />
      </Section>
    </>
  )
}
