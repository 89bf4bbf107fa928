import {
  atomOf,
  type ControlWitness,
  diffControl,
  explainAct,
  parseControlWitness,
  printControlWitness,
  replayControl,
  solveControl,
} from '@vaultwright/access-control'
import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { openChain, openCountingRpc, readControlState } from '@vaultwright/chain'
import { keccak256 } from '@vaultwright/merkle'
import { expect, test } from 'vitest'
import { controlContractsOf } from '../../../support/node/control-contract.ts'
import { localChainOfTest, placeOf } from '../../../support/node/local-chain.ts'

async function openControl() {
  const local = await localChainOfTest()
  const counting = openCountingRpc(local.anvil.rpc)
  const chain = await openChain(counting.rpc, { id: 31337 })
  const named = (name: string) => placeOf(local, name).toLowerCase() as Address
  const contracts = { ...controlContractsOf(local, 'Local ETH'), queue: named('Local ETH: queue') }
  const readNow = async () => {
    const block = await chain.readBlock('latest')
    const before = counting.counts().asks
    const control = await readControlState(chain, { contracts, block })
    return { ...control, block, trips: counting.counts().asks - before }
  }
  const send = async (method: string, ...params: readonly unknown[]) => {
    const [answer] = await chain.rpc.ask([{ method, params }])
    if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  return { local, chain, contracts, named, readNow, send }
}

const wordAt = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const mapped = (key: Hex, slot: Hex) =>
  printHex(keccak256(parseHex(`0x${key.slice(2).padStart(64, '0')}${slot.slice(2)}`)))

/** A copy without one entry of a list. */
const without = <Entry>(list: readonly Entry[], index: number) => list.toSpliced(index, 1)

/** The shape of a replay: its answer and whether every list is complete, or that it is refused. */
function shapeOf(witness: ControlWitness, hash: Hex): string {
  try {
    const { state, completeness } = replayControl(witness, hash)
    const isComplete = completeness.every((row) => row.isComplete)
    if (!isComplete) return 'incomplete'
    return JSON.stringify(solveControl(state), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
  } catch (error) {
    return `refused ${(error as { code?: string }).code}`
  }
}

test('golden: who can do what with a vault of the local chain, tried by every account on the chain', async () => {
  const { local, chain, readNow, named } = await openControl()
  const { reading, block, trips, hasLogs, witness } = await readNow()
  expect(trips).toBeLessThanOrEqual(8)
  expect(hasLogs).toBe(true)
  expect(reading.completeness.length).toBeGreaterThan(1)
  expect(reading.completeness.filter(({ isComplete }) => !isComplete)).toEqual([])
  const keys = local.manifest.accounts.map(({ address }) => address.toLowerCase() as Address)
  const rows = [...reading.state].flatMap(([target, account]) => {
    const functions =
      account.kind === 'contract'
        ? [...account.functions]
        : account.kind === 'authority'
          ? (['0x67aff484', '0x7d40583d', '0xc6b0263e', '0x7a9e5e4b', '0xf2fde38b'] as const)
          : []
    return functions
      .filter((selector) => guarded.has(selector))
      .flatMap((selector) => keys.map((key) => ({ target, selector, key })))
  })
  expect(rows.length).toBeGreaterThan(500)
  const tag = { blockHash: block.hash }
  const answers = await chain.rpc.ask(
    rows.map(({ target, selector, key: from }) => {
      const data = `${selector}${'0'.repeat(64 * 12)}`
      return { method: 'eth_call', params: [{ from, to: target, data }, tag] }
    }),
  )
  const wrong = rows.flatMap(({ target, selector, key }, index) => {
    const answer = answers[index]!
    const isLet =
      answer.ok || !/UNAUTHORIZED/.test(`${answer.error.message}${textIn(answer.error.data)}`)
    const question = (delay: number) => atomOf({ kind: 'can', target, selector }, delay)
    const suffices = explainAct(reading.state, { question }, { keys: [key], unknown: [] }) !== null
    return isLet === suffices ? [] : [{ target, selector, key, isLet, suffices }]
  })
  expect(wrong).toEqual([])
  const owner = named('owner')
  const freely = solveControl(reading.state).acts.find(({ act }) => act === 'manage_freely')!
  expect(freely.cuts!.map(({ delay, sets }) => [delay, sets])).toEqual([
    [0, [{ keys: [owner], unknown: [] }]],
  ])
  // A witness is the same bytes again, and gives the same answer without the chain.
  const text = printControlWitness(witness)
  expect(printControlWitness(parseControlWitness(text))).toBe(text)
  expect(replayControl(parseControlWitness(text), block.hash).state).toEqual(reading.state)
})

/** Functions that ask for authority on this chain, of the kinds that the room knows. */
const guarded: ReadonlySet<string> = new Set(
  [
    'f6e715d0 224d8703 39d6ba32 18457e61 8929565f 21801a99 3458113d 634da58f 207ec0e7 6a054dc9',
    '4d8be07e 56200819 afb06952 709ac1c3 e059ac07 8dfd8ba1 12056e2d 18aed921 2c524c42 65fe00e4',
    '7a9e5e4b f2fde38b 67aff484 7d40583d c6b0263e 8456cb59 3f4ba83a 9d574420 3e64ce99',
  ].flatMap((line) => line.split(' ').map((digits) => `0x${digits}`)),
)

function textIn(data: Hex | null): string {
  return data === null ? '' : new TextDecoder().decode(parseHex(data))
}

test('refuses: a hint, a node or a code withheld, and a node changed, never give another answer', async () => {
  const { readNow } = await openControl()
  const { witness, block } = await readNow()
  const whole = shapeOf(witness, block.hash)
  expect(whole.startsWith('{')).toBe(true)
  const { hints, nodes, codes } = witness
  const shapeWith = (changed: ControlWitness) => shapeOf(changed, block.hash)
  const results: string[] = []
  for (const name of ['users', 'capabilities'] as const) {
    expect(hints[name].length).toBeGreaterThan(5)
    for (const index of hints[name].keys()) {
      const changed = { ...hints, [name]: without<unknown>(hints[name], index) }
      results.push(shapeWith({ ...witness, hints: changed as ControlWitness['hints'] }))
    }
  }
  for (const index of codes.keys())
    results.push(shapeWith({ ...witness, codes: without(codes, index) }))
  for (const [index, node] of nodes.entries()) {
    if (index % 4 !== 0) continue
    results.push(shapeWith({ ...witness, nodes: without(nodes, index) }))
    const bytes = parseHex(node)
    bytes[index % bytes.length]! ^= 1
    results.push(shapeWith({ ...witness, nodes: nodes.toSpliced(index, 1, printHex(bytes)) }))
  }
  // A user whose role is zero now explains nothing: without that hint the answer is the same, and complete.
  const differing = new Set(results.filter((result) => result !== whole))
  expect(
    [...differing].every((result) => result === 'incomplete' || result.startsWith('refused')),
  ).toBe(true)
  expect(results.filter((result) => result !== whole).length).toBeGreaterThan(100)
  expect(shapeOf(witness, `0x${'11'.repeat(32)}`)).toBe('refused invalid_state_proof')
})

test('golden: a role without a log, a public function and unknown code are noticed, and differ', async () => {
  const { contracts, local, named, readNow, send } = await openControl()
  const roles = named('Local ETH: roles')
  const before = await readNow()
  const solved = (control: typeof before) => {
    const { state } = control.reading
    return { state, answer: solveControl(state, { mostSets: 100 }) }
  }
  expect(diffControl(solved(before), solved(before))).toEqual({ facts: [], acts: [] })
  // A public capability for enter, by the owner of the authority.
  const owner = named('owner')
  const target = contracts.vault.slice(2).padStart(64, '0')
  const data = `0xc6b0263e${target}39d6ba32${'0'.repeat(56)}${wordAt(1n).slice(2)}`
  await send('eth_sendTransactionSync', { from: owner, to: roles, data })
  const opened = await readNow()
  const mint = solved(opened).answer.acts.find(({ act }) => act === 'mint')!
  expect(mint.cuts!.map(({ delay, leastKeys }) => [delay, leastKeys])).toEqual([[0, 0]])
  expect(mint.path.map(({ rule }) => rule)).toEqual(['public_capability'])
  const { facts, acts } = diffControl(solved(before), solved(opened))
  expect(facts).toEqual([
    { address: roles, fact: `public ${contracts.vault} 0x39d6ba32`, before: null, after: 'yes' },
  ])
  expect(acts.filter(({ isWeaker }) => isWeaker).map(({ act }) => act)).toContain('mint')
  // A role that no log tells of.
  const hidden: Address = `0x${'ab'.repeat(20)}`
  await send('anvil_setStorageAt', roles, mapped(hidden, wordAt(2n)), wordAt(1n << 8n))
  await send('evm_mine')
  const secret = await readNow()
  const row = secret.reading.completeness.find(({ contract }) => contract === roles)!
  expect([row.isComplete, row.unexplained]).toEqual([false, 1])
  const freely = solved(secret).answer.acts.find(({ act }) => act === 'manage_freely')!
  expect([freely.cuts![0]!.leastKeys, freely.cuts![0]!.possibleKeys]).toEqual([1, 0])
  // Another code where the accountant stood: read on the definition's word, never counted as safe.
  await send('anvil_setCode', contracts.accountant, '0x6080604052600080fd00')
  await send('evm_mine')
  const replaced = await readNow()
  const notes = replaced.reading.notes.filter(({ address }) => address === contracts.accountant)
  expect(notes.map(({ code }) => code)).toEqual(['definition_word'])
  expect(local.manifest.accounts.length).toBeGreaterThan(3)
})
