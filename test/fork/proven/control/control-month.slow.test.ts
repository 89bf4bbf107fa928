import { gzipSync } from 'node:zlib'
import type { Address, Hex } from '@vaultwright/base'
import { encodeFunctionData, padHex, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import { generatorOf } from '../../../support/evm/control/random-state.ts'
import { openControlWorld } from '../../../support/index/control-world.ts'

const abi = parseAbi([
  'function setUserRole(address user, uint8 role, bool enabled)',
  'function setRoleCapability(uint8 role, address target, bytes4 functionSig, bool enabled)',
  'function setPublicCapability(address target, bytes4 functionSig, bool enabled)',
  'function setManageRoot(address strategist, bytes32 root)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function enableModule(address module)',
  'function setFallbackHandler(address handler)',
  'function grantRole(bytes32 role, address account)',
  'function updateDelay(uint256 delay)',
  'function addPausable(address pausable)',
  'function updateSenderToPausable(address sender, address pausable)',
  'function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function setBeforeTransferHook(address hook)',
  'function setShareLockPeriod(uint64 period)',
])
const dataOf = (functionName: (typeof abi)[number]['name'], args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])

/** A change: who makes which call, or what else is done to the chain. */
type Change =
  | { readonly from: string; readonly to: string; readonly data: Hex }
  | { readonly key: string; readonly code: Hex }

const proposer: Hex = '0xb09aa5aeb3702cfd50b6b62bc4532604938f21248a27a1d5ca736082b6819cc1'
const noWord: Hex = `0x${'0'.repeat(64)}`
const changeCount = 40
/** The changes that no contract logs, by their place among all. */
const silentChanges: ReadonlyMap<number, 'hook' | 'lock' | 'delegation'> = new Map([
  [9, 'hook'],
  [21, 'lock'],
  [33, 'delegation'],
])

test('law: 40 changes of a month are all told, 3 without a log within a day, and quiet blocks tell none', async () => {
  const world = await openControlWorld('Control')
  const { named, openProcess, send, events, get, local } = world
  const part = (name: string) => named(`Control: ${name}`)
  const { int, pick } = generatorOf(7)
  const fresh = (index: number): Address => padHex(toHex(0xc0ffee00 + index), { size: 20 })
  const placeNamed = (name: string) => (name.startsWith('signer') ? named(name) : part(name))

  const makeChange = (index: number): Change => {
    const account = fresh(index)
    switch (silentChanges.get(index)) {
      case 'hook':
        return { from: 'slow timelock', to: '', data: dataOf('setBeforeTransferHook', [account]) }
      case 'lock':
        return { from: 'empty Safe', to: 'teller', data: dataOf('setShareLockPeriod', [77n]) }
      case 'delegation':
        return { key: 'trader', code: `0xef0100${part('unknown holder').slice(2)}` }
      default:
    }
    const role = 1 + int(250)
    const target = part(pick(['manager', 'teller', 'queue', 'accountant']))
    const selector = toHex(0x11000000 + index, { size: 4 })
    const byTimelock = { from: 'timelock', to: 'roles' }
    return pick<Change>([
      { ...byTimelock, data: dataOf('setUserRole', [account, role, true]) },
      { ...byTimelock, data: dataOf('setRoleCapability', [role, target, selector, true]) },
      { ...byTimelock, data: dataOf('setPublicCapability', [target, selector, true]) },
      {
        from: 'slow timelock',
        to: 'manager',
        data: dataOf('setManageRoot', [account, padHex(account, { size: 32 })]),
      },
      { from: 'Safe', to: 'Safe', data: dataOf('addOwnerWithThreshold', [account, 2n]) },
      { from: 'operations Safe', to: 'operations Safe', data: dataOf('enableModule', [account]) },
      { from: 'Safe', to: 'Safe', data: dataOf('setFallbackHandler', [account]) },
      { from: 'timelock', to: 'timelock', data: dataOf('grantRole', [proposer, account]) },
      {
        from: 'slow timelock',
        to: 'slow timelock',
        data: dataOf('updateDelay', [90_000n + BigInt(index)]),
      },
      { from: 'slow timelock', to: 'pauser', data: dataOf('addPausable', [account]) },
      {
        from: 'slow timelock',
        to: 'pauser',
        data: dataOf('updateSenderToPausable', [account, target]),
      },
      {
        from: 'Safe',
        to: 'slow timelock',
        data: dataOf('schedule', [
          part('manager'),
          0n,
          dataOf('setManageRoot', [account, noWord]),
          noWord,
          padHex(account, { size: 32 }),
          100_000n,
        ]),
      },
    ])
  }

  await send('anvil_autoImpersonateAccount', true)
  for (const name of ['timelock', 'slow timelock', 'Safe', 'operations Safe', 'empty Safe'])
    await send('anvil_setBalance', part(name), toHex(10n ** 20n))
  await send('evm_setTime', local.manifest.head.timestamp)
  await send('evm_mine')
  const tick = openProcess()
  const cpu = process.cpuUsage()
  const trips = await tick()
  const { user, system } = process.cpuUsage(cpu)
  const { text } = await get('/witness')
  const bytes = gzipSync(text).length
  console.info(
    `first reading of Control: ${trips} round trips with the head, ${(user + system) / 1000} ms of processor time with the answer, witness ${bytes} bytes gzip`,
  )
  expect((await get()).body.data.complete).toBe(true)
  expect(trips).toBeLessThanOrEqual(10)
  expect(bytes).toBeLessThan(512 * 1024)

  const changeEvents = () => events.filter(({ event }) => event === 'control_changed')
  const missedChanges: number[] = []
  for (let index = 0; index < changeCount; index++) {
    // 40 changes over 30 days: most days have a full reading besides.
    await send('evm_increaseTime', 64_800)
    await send('evm_mine')
    await tick()
    expect([index, changeEvents()]).toEqual([index, []])
    const change = makeChange(index)
    if ('key' in change) {
      await send('anvil_setCode', named(change.key), change.code)
      await send('evm_mine')
    } else {
      const to = change.to === '' ? named('Control') : placeNamed(change.to)
      const from = placeNamed(change.from)
      const gas = toHex(1_000_000)
      const receipt = await send('eth_sendTransactionSync', { from, to, data: change.data, gas })
      expect((receipt as { status: Hex }).status).toBe('0x1')
    }
    await tick()
    if (silentChanges.has(index)) {
      expect([index, changeEvents()]).toEqual([index, []])
      await send('evm_increaseTime', 86_400)
      await send('evm_mine')
      await tick()
    }
    if (changeEvents().length === 0) missedChanges.push(index)
  }
  expect(missedChanges).toEqual([])
  const rows = (await get('/changes?page_size=100')).body.data as {
    facts: { fact: string }[]
    logs: unknown[] | null
    kinds: { kind: string }[]
  }[]
  expect(rows.length).toBe(changeCount)
  const rowsWithoutFact = rows.filter(({ facts, kinds }) => {
    const isWaiting = JSON.stringify(kinds).includes('operation_waiting')
    return facts.length === 0 && !isWaiting
  })
  expect(rowsWithoutFact).toEqual([])
  const facts = rows.flatMap((row) => row.facts.map(({ fact }) => fact))
  expect(facts).toEqual(expect.arrayContaining(['hook', 'share lock', 'delegate']))

  let questions = 0
  for (let block = 0; block < 200; block++) {
    await send('evm_mine')
    questions += await tick()
    expect(changeEvents()).toEqual([])
  }
  // The head, the logs since the last look, and whether their last block stands.
  expect(questions).toBeLessThanOrEqual(200 * 3)
  expect((await get('/changes?page_size=100')).body.data.length).toBe(changeCount)
})
