import type { StatusPage, StatusPagesUpdateInput } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Checkbox, CheckboxGroup, Field, Form, type FormValues, Loaded, Submit, TextArea } from '../../ui/index.ts'

interface StatusPageFormProps {
  stored?: StatusPage
  action: string
  save: (fields: StatusPagesUpdateInput & { name: string }) => Promise<unknown>
}

export function StatusPageForm({ stored, action, save }: StatusPageFormProps) {
  const choices = useQuery({
    queryKey: ['status-pages', 'choices'],
    queryFn: async ({ signal }) => {
      const [monitors, websites] = await Promise.all([
        api.monitors.list({ pageSize: 100 }, { signal }),
        api.websites.list({ per_page: 100, sort_by: 'domain', sort: 'asc' }, { signal }),
      ])
      return { monitors: monitors.data, websites: websites.data }
    },
  })
  const read = (values: FormValues): StatusPagesUpdateInput & { name: string } => {
    const chosen = values.all('monitors').map(Number)
    const kept = stored?.monitors.filter(({ monitor_id }) => chosen.includes(monitor_id)) ?? []
    const added = chosen.filter((id) => !kept.some(({ monitor_id }) => monitor_id === id))
    return {
      name: values.text('name'),
      slug: values.optionalText('slug'),
      domain: values.optionalText('domain') ?? null,
      description: values.optionalText('description') ?? null,
      // Those that were there keep their order and label.
      monitors: [...kept, ...added.map((monitor_id) => ({ monitor_id, label: null }))],
      website_ids: values.all('website_ids').map(Number),
      is_public: values.checked('is_public'),
      show_response_times: values.checked('show_response_times'),
    }
  }
  return (
    <Form label={action} submit={(values) => save(read(values))} className="grid max-w-xl gap-5">
      <Field
        name="name"
        label="Name"
        defaultValue={stored?.name ?? ''}
        placeholder="Example status"
        autoComplete="off"
      />
      <TextArea
        name="description"
        label="A line beneath it"
        optional
        rows={2}
        defaultValue={stored?.description ?? ''}
      />
      <Loaded query={choices} rows={4}>
        {({ monitors, websites }) => (
          <>
            <CheckboxGroup name="monitors" legend="Monitors">
              <div className="grid max-h-72 gap-2 overflow-y-auto">
                {monitors.map(({ id, friendly_name }) => (
                  <Checkbox
                    key={id}
                    name="monitors"
                    value={String(id)}
                    label={friendly_name}
                    defaultChecked={stored?.monitors.some(({ monitor_id }) => monitor_id === id) ?? false}
                  />
                ))}
                {monitors.length === 0 && <p className="text-soft">There is no monitor yet.</p>}
              </div>
            </CheckboxGroup>
            {websites.length > 0 && (
              <CheckboxGroup name="website_ids" legend="Websites: all of their monitors as one line">
                <div className="grid max-h-72 gap-2 overflow-y-auto">
                  {websites.map(({ id, domain }) => (
                    <Checkbox
                      key={id}
                      name="website_ids"
                      value={String(id)}
                      label={domain}
                      defaultChecked={stored?.website_ids.includes(id) ?? false}
                    />
                  ))}
                </div>
              </CheckboxGroup>
            )}
          </>
        )}
      </Loaded>
      <Field
        name="slug"
        label="Path"
        optional
        hint="The page is at /s/ and this. Made from the name when empty."
        defaultValue={stored?.slug ?? ''}
        autoCapitalize="none"
        figures
      />
      <Field
        name="domain"
        label="Own domain"
        optional
        hint="Point it here by DNS and let your proxy pass it on. A record that proves it yours comes next."
        placeholder="status.example.com"
        defaultValue={stored?.domain ?? ''}
        autoCapitalize="none"
        figures
      />
      <Checkbox name="is_public" label="Everybody can read it" defaultChecked={stored?.is_public ?? true} />
      <Checkbox
        name="show_response_times"
        label="Show response times"
        defaultChecked={stored?.show_response_times ?? true}
      />
      <div>
        <Submit>{action}</Submit>
      </div>
    </Form>
  )
}
