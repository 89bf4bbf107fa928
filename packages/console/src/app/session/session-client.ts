import { type Client, createClient } from '@vaultwright/client'

let client: Client | null = null

/** The client of this page's own service, as the signed-in user. */
export function sessionClient(): Client {
  client ??= createClient({ baseUrl: `${location.origin}/console`, session: true })
  return client
}
