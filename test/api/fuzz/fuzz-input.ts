import type { DemoWorld } from '../support/demo-world.ts'
import { everyOperation, urlOf } from '../support/operation-url.ts'

/** The facts about a service that a fuzzer may know. */
export type FuzzInputs = {
  readonly world: DemoWorld
  readonly ids: { readonly user_id: string; readonly key_id: string; readonly holder: string }
  /** Of the strategist with the large tree. */
  // biome-ignore lint/suspicious/noExplicitAny: it is as the service gave it
  readonly manifest: Readonly<Record<string, any>>
  readonly cursors: readonly string[]
  /** Calldata that the service built for the strategist with the large tree. */
  readonly calldata: string
  readonly pendingRoot: string
}

/** Asks for what a fuzzer may know. */
export async function fuzzInputsOf(world: DemoWorld, pendingRoot: string): Promise<FuzzInputs> {
  const user = await world.post('/v1/admin/users', { name: 'of the fuzzer', role: 'viewer' })
  const user_id: string = user.body.data.id
  const key = await world.post('/v1/admin/keys', { user_id })
  const otherUser = await world.post('/v1/admin/users', { name: 'holds keys', role: 'viewer' })
  const actions = everyOperation.find(([name]) => name === 'listActions')!
  const manifest = (await world.get(urlOf(world, actions[1]))).body
  const lists = ['/v1/vaults', `/v1/vaults/local/${world.eth.vault}/roots`, '/v1/admin/audit']
  const pages = await Promise.all(lists.map((path) => world.get(`${path}?page_size=1`, 'admin')))
  const cursors = pages.map(({ body }) => body.page.next_cursor ?? 'none')
  const path = `/v1/tx-builder/api/execute/local/${world.eth.vault}/${world.main}/aave_v3/supply`
  const params = { asset: 'WETH', amount: '1' }
  const built = await world.post(path, { params, skip_sim: true })
  return {
    world,
    ids: { user_id, key_id: key.body.data.id, holder: otherUser.body.data.id },
    manifest,
    cursors,
    calldata: built.body.encoded_tx_data,
    pendingRoot,
  }
}
