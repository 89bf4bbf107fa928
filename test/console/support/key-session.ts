import type { ReviewPolicyData } from '@vaultwright/wire'
import type { Page } from 'playwright-core'
import type { Demo } from './demo.ts'

type Json = { [key: string]: unknown }

/** Changes an answer of the service: its body, by the path of the request. */
export type Lie = (path: string, body: Json) => void

/** The signed-in user, and the lies of the service's answers. */
export type KeySession = { readonly role?: string; readonly lie?: Lie }

/** Shows a page the screens behind a session: what it asks goes to the interface with the demo's key. */
export async function signInByKey(
  page: Page,
  demo: Demo,
  { role = 'admin', lie }: KeySession = {},
): Promise<void> {
  const session = { user: { id: 'u', name: 'demo', role }, tenant: { name: 'demo' } }
  await page.route('**/console/session', (route) => route.fulfill({ json: { data: session } }))
  // Reviews belong to a session alone.
  await page.route('**/console/reviews/*/*', async (route) => {
    const [kind, hash] = new URL(route.request().url()).pathname.split('/').slice(-2)
    const record = { format: 'vaultwright-review-1', subject: { kind, hash }, entries: [] }
    const policy: ReviewPolicyData = { required: 0, managers: [], proposers: [], deactivated: [] }
    await route.fulfill({ json: { data: { record, policy } } })
  })
  await page.route('**/console/v1/**', async (route) => {
    const url = route.request().url().replace('/console/v1/', '/v1/')
    const headers = { ...route.request().headers(), authorization: `Bearer ${demo.key}` }
    const response = await route.fetch({ url, headers, timeout: 150_000 })
    if (lie === undefined) return route.fulfill({ response })
    const body = (await response.json()) as Json
    lie(new URL(url).pathname, body)
    await route.fulfill({ response, json: body })
  })
}
