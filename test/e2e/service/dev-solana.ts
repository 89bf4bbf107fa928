import { setTimeout } from 'node:timers/promises'
import { assertDocumented } from '../../api/support/documented.ts'

/** The announcement of the demo's Solana chain and its service. */
export type SolanaDemo = { readonly url: string; readonly key: string; readonly solana: string }

export const vault = 'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za'
export const strategist = 'F46J8QyYRN669cKLAPdWnjfag2DfehGY5gWuFQznLDbu'
export const outsider = 'yeKSL1r9TZBtBHyKcBTJu36BgfwEjqAxznq7fbPzDXa'

/** Asks the service, again while it is too busy; every answer is one that its document knows. */
export async function ask(demo: SolanaDemo, path: string, body?: unknown) {
  const method = body === undefined ? 'GET' : 'POST'
  const request = {
    method,
    headers: {
      authorization: `Bearer ${demo.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  let response = await fetch(`${demo.url}${path}`, request)
  let text = await response.text()
  // Of a node that is away it says something else.
  while (response.status === 503 && text.includes('The service is busy.')) {
    await setTimeout(1_000)
    response = await fetch(`${demo.url}${path}`, request)
    text = await response.text()
  }
  const headers = Object.fromEntries(response.headers)
  assertDocumented(method, path, { status: response.status, headers, text })
  return { status: response.status, headers, body: JSON.parse(text) }
}

/** Calls a method of the chain's node. */
export async function control(
  { solana }: SolanaDemo,
  method: string,
  ...params: readonly unknown[]
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(solana, { method: 'POST', body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  if (error !== undefined) throw new Error(JSON.stringify(error))
  return result
}

/** Asks for a payment in USDC. */
export function pay(demo: SolanaDemo, recipient: string, amount: string, signer?: string) {
  const tail = signer === undefined ? 'spl_token/transfer' : `${signer}/spl_token/transfer`
  const params = { token: 'USDC', recipient, amount }
  return ask(demo, `/v1/tx-builder/api/execute/solana/${vault}/${tail}`, { params, verbose: true })
}
