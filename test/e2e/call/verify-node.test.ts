import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localCall, supplyCalls } from '../../support/node/local-call.ts'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { lyingNode } from '../../support/node/lying-node.ts'
import { askBeside, root, runBeside, scratch } from '../program.ts'

const folder = scratch()
const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const hex = join(folder, 'call.hex')
let chain: LocalChain
let words: readonly string[]

beforeAll(async () => {
  chain = await startLocalChain()
  const calls = join(root, 'fixtures/calls/local-eth-supply.json')
  expect(
    (await runBeside(['calldata', 'encode', '--tree', tree, '--calls', calls, '--out', hex])).code,
  ).toBe(0)
  words = [
    'calldata',
    'verify',
    `@${hex}`,
    '--tree',
    tree,
    '--rpc-url',
    chain.anvil.url,
    '--strategist',
    placeOf(chain, 'strategist'),
  ]
})
afterAll(() => chain.anvil.close())

/** The same words with another value of an option. */
function withOther(name: string, value: string): readonly string[] {
  const index = words.indexOf(`--${name}`)
  return index < 0 ? [...words, `--${name}`, value] : words.toSpliced(index + 1, 1, value)
}

test('default: the block is named first, roots are proven, calls too', async () => {
  const { code, out, err } = await runBeside(words)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(
    /^at block \d+ of Local chain \(31337\), 2026-02-14T12:02:48Z, 0x[0-9a-f]{64}$/m,
  )
  expect(out).toMatch(/^root +0x\w{64} \(proven by its storage\), the root of the tree$/m)
  expect(out).toMatch(/^paused +no$/m)
  expect(out).toMatch(/^strategist may call +yes$/m)
  expect(out).toMatch(/^Manager may call vault +yes$/m)
  expect(out).toContain('Yes: 2 of 2 calls are proven.')
  expect((await runBeside([...words, '--strict'])).code).toBe(0)
})

test('law: with --agreement 2, nodes that agree say the same as one, and a lie of one is found out', async () => {
  const honest = await lyingNode(chain.anvil.url, (_, result) => result)
  const liar = await lyingNode(chain.anvil.url, (method, result) =>
    method === 'eth_call' ? `0x${'0'.repeat(64)}` : result,
  )
  const both = ['--agreement', '2', '--rpc-url']
  const { out } = await runBeside(words)
  expect(await runBeside([...words, ...both, honest])).toEqual({ code: 0, out, err: '' })
  const lied = await runBeside([...words, ...both, liar])
  expect(lied).toMatchObject({ code: 4, out: '' })
  expect(lied.err).toContain('code: endpoints_disagree')
  expect(lied.err).toContain('eth_call')
})

test('refuses: more nodes to agree than there are, and none', async () => {
  const same = [...words, '--rpc-url', chain.anvil.url]
  for (const [all, reason] of [
    [[...words, '--agreement', '2'], '--agreement 2 needs 2 nodes, and there are 1.'],
    [[...same, '--agreement', '2'], '--agreement 2 needs 2 nodes, and there are 1.'],
    [[...words, '--agreement', '0'], '--agreement 0 asks no node.'],
  ] as const) {
    const { code, err } = await runBeside(all)
    expect({ code, hasReason: err.includes(reason) }).toEqual({ code: 2, hasReason: true })
  }
})

test('behavior: everything for a program; no tree is needed', async () => {
  const report = await askBeside(words)
  expect(report).toMatchObject({
    ok: true,
    verdict: 'proven',
    onChain: {
      chain: { id: 31337 },
      isTreeInForce: true,
      root: { isProven: true },
      managerRoot: { isProven: true },
      state: { isPaused: false, isAuthorised: true, isVaultCaller: true },
      findings: [],
    },
  })
  expect(Object.values(report.onChain.codeHashes)).toHaveLength(3)
  const { out } = await runBeside(words)
  const sentences = report.calls.flatMap((one: { sentences: string[] }) => one.sentences)
  expect(sentences).toHaveLength(2)
  for (const sentence of sentences) expect(out).toContain(sentence)
  const bare = words.filter((word) => word !== '--tree' && word !== tree)
  const manager = placeOf(chain, 'Local ETH: manager')
  expect(await askBeside([...bare, '--manager', manager])).toMatchObject({
    ok: true,
    onChain: { isTreeInForce: null },
  })
  expect(await runBeside(bare)).toMatchObject({ code: 2 })
})

test('behavior: the root on chain decides, and the prediction names the error', async () => {
  const otherStrategist = withOther('strategist', placeOf(chain, 'second strategist'))
  const { code, out } = await runBeside(otherStrategist)
  expect(code).toBe(1)
  expect(out).toContain('NOT the root of the tree')
  expect(out).toContain('[root_differs]')
  expect(out).toMatch(/^On chain: ManagerWithMerkleVerification__FailedToVerifyManageProof\(/m)
  const past = await runBeside(withOther('block', '60'))
  expect(past.code).toBe(1)
  expect(past.out).toMatch(
    /^Made for root 0x\w+, the root on chain is 0x\w+\.\n\nat block 60 of Local chain/,
  )
})

test('golden: a root set back to zero is said to be revoked, and no root is not', async () => {
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const [answer] = await chain.anvil.rpc.ask([{ method, params }])
    if (answer?.ok !== true) throw new Error(`${method}: ${answer?.error.message}`)
    return answer.value
  }
  const [eth] = chain.manifest.vaults
  const strategist = placeOf(chain, 'strategist') as Hex
  const abi = parseAbi(['function setManageRoot(address strategist, bytes32 root)'])
  const args = [strategist, `0x${'00'.repeat(32)}`] as const
  const data = encodeFunctionData({ abi, functionName: 'setManageRoot', args })
  const before = await ask('evm_snapshot')
  await ask('eth_sendTransaction', { from: placeOf(chain, 'owner'), to: eth!.manager, data })
  try {
    const { code, out } = await runBeside(words)
    expect(code).toBe(1)
    expect(out).toMatch(
      /^root +revoked: it was set back to zero \(.*\), NOT the root of the tree$/m,
    )
    const report = await askBeside(words)
    expect(report).toMatchObject({ ok: false, onChain: { root: { isRevoked: true } } })
    // A node that refuses so many blocks leaves it open, and the verdict is the same.
    const url = await lyingNode(chain.anvil.url, (method, result) =>
      method === 'eth_getLogs' ? 'refused' : result,
    )
    const open = await runBeside(withOther('rpc-url', url))
    expect(open.code).toBe(1)
    expect(open.out).toMatch(/^root +none .*would tell whether it was revoked/m)
  } finally {
    await ask('evm_revert', before)
  }
  const never = await runBeside(withOther('strategist', placeOf(chain, 'depositor')))
  expect(never.out).toMatch(/^root +none \(/m)
  expect(never.out).not.toContain('revoked')
  expect((await askBeside(words)).onChain.root.isRevoked).toBe(false)
})

test('behavior: reports a caller without the role before the chain does', async () => {
  const { code, out } = await runBeside(withOther('strategist', placeOf(chain, 'depositor')))
  expect(code).toBe(1)
  expect(out).toMatch(/^strategist may call +no$/m)
  expect(out).toMatch(/^On chain: Error\(message UNAUTHORIZED\)/m)
})

test('behavior: what a decoder reads is read at the block', async () => {
  const collect =
    'collect((uint256 tokenId,address recipient,uint128 amount0Max,uint128 amount1Max) params)'
  const most = 2n ** 128n - 1n
  const params = {
    tokenId: 2n,
    recipient: placeOf(chain, 'Local ETH'),
    amount0Max: most,
    amount1Max: most,
  }
  const file = join(folder, 'collect.json')
  writeFileSync(file, JSON.stringify([localCall(chain, ['Uniswap positions', collect], [params])]))
  const call = join(folder, 'collect.hex')
  const result = await runBeside([
    'calldata',
    'encode',
    '--tree',
    tree,
    '--calls',
    file,
    '--out',
    call,
  ])
  expect(result.code).toBe(0)
  expect((await askBeside(['calldata', 'verify', `@${call}`, '--tree', tree])).verdict).toBe(
    'conditional',
  )
  const report = await askBeside(words.toSpliced(2, 1, `@${call}`))
  expect(Object.keys(report.onChain.reads)).toEqual(expect.arrayContaining(['ownerOf(2)']))
  expect(report.onChain.findings).toEqual([])
  expect(report.calls[0].leaf.signature).toMatch(/^collect\(/)
})

test('behavior: a decoder that packs something else is a no', async () => {
  const url = await lyingNode(chain.anvil.url, (method, result) => {
    const vault = placeOf(chain, 'Aave pool').slice(2).toLowerCase()
    return method === 'eth_call' && typeof result === 'string'
      ? result.replaceAll(vault, 'ee'.repeat(20))
      : result
  })
  const { code, out } = await runBeside(withOther('rpc-url', url))
  expect(code).toBe(1)
  expect(out).toContain('[decoder_differs]')
  expect(out).toMatch(/^refused/m)
  expect(out).toContain('No: ')
  expect(out).not.toContain('Yes')
  const report = await askBeside(withOther('rpc-url', url))
  expect(report).toMatchObject({ ok: false, verdict: 'refused' })
})

test('behavior: decoders are asked by the Manager, whose address some of them pack', async () => {
  const asking: unknown[] = []
  const selectors = ['0x095ea7b3', '0x617ba037']
  const url = await lyingNode(chain.anvil.url, (method, result, params) => {
    const [call] = params as [{ from?: string; data?: string } | undefined]
    const data = call?.data ?? ''
    if (method === 'eth_call' && selectors.includes(data.slice(0, 10))) asking.push(call?.from)
    return result
  })
  expect((await runBeside(withOther('rpc-url', url))).code).toBe(0)
  const manager = chain.manifest.vaults[0]?.manager.toLowerCase()
  expect(asking.map((one) => String(one).toLowerCase())).toEqual([manager, manager])
})

test('error: refusals', async () => {
  const refusals: readonly (readonly [readonly string[], number, string])[] = [
    [withOther('chain', 'mainnet'), 4, 'wrong_chain'],
    [withOther('rpc-url', 'http://127.0.0.1:9'), 4, 'rpc_network'],
    [withOther('root', `0x${'11'.repeat(32)}`), 2, 'usage'],
    [withOther('manager', placeOf(chain, 'WETH')), 2, 'usage'],
    [words.filter((word) => !word.startsWith('--strat') && word !== words.at(-1)), 2, 'usage'],
    [['calldata', 'verify', `@${hex}`, '--tree', tree, '--strategist', '0x00'], 2, 'usage'],
    [['calldata', 'verify', `@${hex}`], 2, 'usage'],
  ]
  for (const [line, code, name] of refusals) {
    const { code: exitCode, err } = await runBeside(line)
    expect({ found: exitCode, err }).toEqual({
      found: code,
      err: expect.stringContaining(`code: ${name}`),
    })
  }
  const bare = words.filter((word) => word !== '--tree' && word !== tree)
  const wrongManager = await runBeside([...bare, '--manager', placeOf(chain, 'WETH')])
  expect(wrongManager).toMatchObject({ code: 3 })
  expect(wrongManager.err).toContain('code: no_manage_root')
})

test('behavior: a length error is predicted, and a call that is no batch is refused', async () => {
  const [approve] = supplyCalls(chain, 1n, 1n)
  const { code, err } = await runBeside(words.toSpliced(2, 1, approve!.data))
  expect(code).toBe(3)
  expect(err).toContain('code: calldata_selector')
  expect(readFileSync(hex, 'utf8')).toMatch(/^0x244b0f6a/)
})
