import { sql, type UserTx } from '../../platform/postgres/index.ts'

/** The preferences of the current user for website `w`. */
export const PREFERENCES = sql`
  from website_preferences p where p.team_id = w.team_id and p.user_id = current_user_id() and p.website_id = w.id`

/** The version of a website as the current user sees it. */
export const VERSION = sql`greatest(w.updated_at, (select p.updated_at ${PREFERENCES}))`

export interface Preferences {
  favorite?: boolean | undefined
  /** Whether its reports are sent to this person. */
  email?: number | undefined
}

/** Without a row, both are off. A website that the user cannot see gets no row. */
export async function savePreferences(tx: UserTx, website_id: number, { favorite, email }: Preferences): Promise<void> {
  await tx.execute(sql`
    insert into website_preferences as p (team_id, user_id, website_id, favorite, email, updated_at)
    select w.team_id, ${tx.user_id}, w.id, coalesce(${favorite}, false), coalesce(${email}, 0),
      greatest(date_trunc('milliseconds', clock_timestamp()), w.updated_at + interval '1 millisecond')
    from websites w where w.team_id = ${tx.team_id} and w.id = ${website_id}
      and (coalesce(${favorite}, false) or coalesce(${email}, 0) = 1 or exists (select ${PREFERENCES}))
    on conflict (team_id, user_id, website_id) do update
      set favorite = coalesce(${favorite}, p.favorite), email = coalesce(${email}, p.email)`)
}
