import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, printHex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { fileOf, printSolidity } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree, encodeManage } from '@vaultwright/manager'
import { proofHexOf, rootOf } from '@vaultwright/merkle'
import { concat, encodeDeployData, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { artifactOf } from '../../fork/artifact.ts'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askRpc } from '../../support/node/test-chain.ts'
import { askBeside, runBeside, scratch } from '../program.ts'

const abi = parseAbi([
  'struct Input { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Input params)',
  'function setManageRoot(address strategist, bytes32 root)',
])
const exactInput = 'exactInput((bytes,address,uint256,uint256,uint256))'
const folder = scratch()
const tree = join(folder, 'priced.json')
let chain: LocalChain
let decoder: Address
/** Calldata of the Manager that sells 1 WETH and accepts so much of USDC. */
let sell: (least: bigint) => `0x${string}`

beforeAll(async () => {
  chain = await startLocalChain()
  const { rpc } = chain.anvil
  const place = (name: string) => placeOf(chain, name)
  const [weth, usdc, vault] = [place('WETH'), place('USDC'), place('Local ETH')]
  const sources = ['WETH', 'USDC'].map((name) => ({
    token: place(name),
    feed: place(`${name}/USD feed`),
    maxAge: 365 * 86_400,
  }))
  const contract = await artifactOf('PricedUniswapV3Decoder')
  const code = { abi: contract.abi, bytecode: contract.code }
  const send = async (data: `0x${string}`, to?: Address) => {
    const call = { from: place('owner'), data, gas: '0x1c9c380' }
    const sent = to === undefined ? call : { ...call, to }
    return (await askRpc(rpc, 'eth_sendTransactionSync', sent)) as { contractAddress: Address }
  }
  await askRpc(rpc, 'anvil_autoImpersonateAccount', true)
  decoder = (await send(encodeDeployData({ ...code, args: [sources, 50n] }))).contractAddress
  const target = place('Uniswap router')
  const leaf = buildLeaf({
    decoder,
    target,
    signature: exactInput,
    arguments: [weth, usdc, vault],
  })
  const built = buildLeafTree([leaf])
  const { metadata } = localTree('local-eth-main-3')
  writeFileSync(tree, printSolidity(fileOf(built, { ...metadata, decoder })))
  const root = printHex(rootOf(built.tree))
  const args = [place('strategist'), root] as const
  const setting = encodeFunctionData({ abi, functionName: 'setManageRoot', args })
  await send(setting, place('Local ETH: manager'))
  sell = (amountOutMinimum) => {
    const path = concat([weth, '0x0001f4', usdc])
    const params = { path, recipient: vault, deadline: 2n ** 40n, amountIn: 10n ** 18n }
    const input = { ...params, amountOutMinimum }
    const data = encodeFunctionData({ abi, functionName: 'exactInput', args: [input] })
    return encodeManage([{ target, data, value: 0n, decoder, proof: proofHexOf(built.tree, 0) }])
  }
})
afterAll(() => chain?.anvil.close())

const verify = (minimum: bigint, ...more: readonly string[]) => [
  'calldata',
  'verify',
  sell(minimum),
  '--tree',
  tree,
  ...more,
]
const onChain = () => [
  '--rpc-url',
  chain.anvil.url,
  '--strategist',
  placeOf(chain, 'strategist'),
  '--priced',
  decoder,
]

test('golden: decoder check --priced agrees with a decoder that binds a price, the plain rules do not', async () => {
  const words = ['decoder', 'check', decoder, '--functions', exactInput, '--runs', '16']
  const node = ['--rpc-url', chain.anvil.url]
  const report = await askBeside([...words, ...node, '--priced'])
  expect(report).toMatchObject({
    ok: true,
    functions: [{ signature: exactInput, result: 'agrees', differences: [] }],
  })
  expect(await runBeside([...words, ...node])).toMatchObject({ code: 1 })
})

test('golden: calldata verify --priced is conditional offline, and the condition is the price', async () => {
  const offline = await askBeside(verify(1_990_000_000n, '--priced', decoder))
  expect(offline).toMatchObject({ ok: false, verdict: 'conditional' })
  expect(JSON.stringify(offline.calls)).toContain('boundOf(')
  const strict = await runBeside(verify(1_990_000_000n, '--priced', decoder, '--strict'))
  expect(strict.code).toBe(1)
})

test('golden: with a node the bound passes, and a unit below the revert is predicted by name', async () => {
  const sound = await askBeside(verify(1_990_000_000n, ...onChain()))
  expect(sound).toMatchObject({ ok: true, verdict: 'proven' })
  const below = await runBeside(verify(1_989_999_999n, ...onChain()))
  expect(below.code).toBe(1)
  expect(below.out).toContain('LeastBelowFair')
})

test('golden: a policy that demands a price refuses plain decoders, and takes the one that it names', async () => {
  const policy = join(folder, 'policy.yaml')
  const check = ['tree', 'check', tree, '--policy', policy]
  writeFileSync(policy, 'version: 1\nswap_price: required\n')
  const free = await runBeside(check)
  expect(free.code).toBe(1)
  expect(free.out).toContain('[policy_swap_price]')
  expect(free.out).toContain('at any price')
  writeFileSync(policy, `version: 1\nswap_price: { decoders: ['${decoder}'] }\n`)
  expect((await runBeside(check)).out).not.toContain('[policy_swap_price]')
})
