import { parseControlWitness, replayControl } from '@vaultwright/access-control'
import type { Address, Hex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { openControlWorld } from '../../../support/index/control-world.ts'

const dayInSeconds = 86_400
const word = (value: bigint | Address) => BigInt(value).toString(16).padStart(64, '0')

/** Opens `enter` to everybody, or closes it again. */
const openEnter = (vault: Address, isOpen: boolean): Hex =>
  `0xc6b0263e${word(vault)}39d6ba32${'0'.repeat(56)}${word(isOpen ? 1n : 0n)}`

test('golden: a quiet block is three questions, a logged change is read at once, one without a log within a day', async () => {
  const { named, address, events, metrics, openProcess, send, changes, get } =
    await openControlWorld('Local ETH')
  expect(await get()).toMatchObject({
    status: 404,
    body: { error: { code: 'control_not_found' } },
  })
  // The history of the local chain ended before today.
  await send('evm_mine')
  let tick = openProcess()
  expect(await tick()).toBeLessThanOrEqual(10)
  expect(events.filter(({ event }) => event === 'control_read')).toMatchObject([
    { isComplete: true, isCompared: false },
  ])
  const first = (await get()).body.data
  expect(first.headline).toBe('One key can take this vault, at once.')
  expect([first.proven, first.complete, first.under_way]).toEqual([true, true, []])
  expect(await tick()).toBe(1)
  for (let block = 0; block < 5; block++) {
    await send('evm_mine')
    // The head, the logs since the last look, and whether their last block stands.
    expect(await tick()).toBe(3)
  }
  expect((await get()).body.data.block_number).toBe(first.block_number)

  const owner = named('owner')
  const roles = named('Local ETH: roles')
  const data = openEnter(address, true)
  await send('eth_sendTransactionSync', { from: owner, to: roles, data })
  await tick()
  expect(changes()).toEqual(['fewer_keys', 'new_holder'])
  const [change] = (await get('/changes')).body.data
  expect(change.facts).toEqual([
    { address: roles, fact: expect.stringMatching(/^public /), before: null, after: 'yes' },
  ])
  expect(change.logs.map((log: { topic: Hex }) => log.topic)).toEqual([
    '0x950a343f5d10445e82a71036d3f4fb3016180a25805141932543b83e2078a93e',
  ])
  const mint = change.acts.find(({ act }: { act: string }) => act === 'mint')
  expect([mint.weaker, mint.before.possible_keys, mint.after.possible_keys]).toEqual([true, 1, 0])
  const opened = (await get('/acts/mint')).body.data.acts[0]
  expect([opened.anybody, opened.path[0].rule]).toEqual([true, 'public_capability'])

  // A key lends its account code: no contract logs it.
  const delegate = `0xef0100${'ab'.repeat(20)}`
  await send('anvil_setCode', owner, delegate)
  await send('evm_mine')
  expect(await tick()).toBe(3)
  expect(changes()).toEqual([])
  await send('evm_increaseTime', dayInSeconds)
  await send('evm_mine')
  // Another process goes on where this one ended, out of the store.
  tick = openProcess()
  await tick()
  expect(events.find(({ event }) => event === 'control_read')).toMatchObject({ isCompared: true })
  expect(changes()).toContain('delegated_key')
  const [silent] = (await get('/changes')).body.data
  expect(silent.logs).toEqual([])
  const lines = (await metrics.print()).split('\n')
  const counted = lines.filter((line) => line.startsWith('vaultwright_control_change_total'))
  expect(counted.find((line) => line.includes('kind="fewer_keys"'))).toMatch(/ [12]$/)
  expect(counted.find((line) => line.includes('kind="not_complete"'))).toMatch(/ 0$/)
  // What was read at the change proves it, from the block's hash.
  const { status, body, text, headers } = await get(`/witness?block=${change.block_number}`)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain('control-witness.json')
  const replayed = replayControl(parseControlWitness(text), change.block_hash)
  expect(replayed.block.number).toBe(BigInt(change.block_number))
  expect(body.blockHash).toBe(change.block_hash)
})

test('refuses: another tenant, an act and a block that are not there, and rules that are none', async () => {
  const { api, address, openProcess, path, headers, get } = await openControlWorld('Local ETH')
  await openProcess()()
  const neighbor = await (await api.addTenant('other')).as('admin')
  for (const tail of ['', '/acts/mint', '/changes', '/witness']) {
    const answer = await api.ask('GET', `${path}${tail}`, { headers: neighbor })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'vault_not_found'])
  }
  const body = { control: { set_root: { least_keys: 1 }, mint: { least_keys: 3 } } }
  const check = (asked: unknown, by = headers) =>
    api.ask('POST', `${path}/check`, { headers: by, body: asked })
  expect((await check(body, neighbor)).status).toBe(404)
  expect((await get('/acts/mnt')).body.error.code).toBe('act_not_found')
  expect((await get('?block=1')).body.error.code).toBe('block_not_available')
  expect((await get('/changes?cursor=x')).status).toBe(422)
  const { findings, ...verdict } = (await check(body)).body.data
  expect(verdict.kept).toBe(false)
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(['control_least_keys'])
  expect((await check({ control: { set_root: { least_keys: 1 } } })).body.data.kept).toBe(true)
  const refused = await check({ control: { set_rot: { least_keys: 1 } } })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('Did you mean set_root?'),
  ])
  expect(address).toMatch(/^0x/)
})
