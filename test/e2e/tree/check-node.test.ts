import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { fileOf, printSolidity } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { value } from '../../fork/world.ts'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { lyingNode } from '../../support/node/lying-node.ts'
import { askBeside, example, runBeside, scratch } from '../program.ts'

const folder = scratch()
const trees = join(localChainFolder, 'trees')
const tree = join(trees, 'local-eth-main-3.json')
let chain: LocalChain
let node: readonly string[]

beforeAll(async () => {
  chain = await startLocalChain()
  node = ['--rpc-url', chain.anvil.url]
})
afterAll(() => chain.anvil.close())

test('default: decoders, strategists, and what the decoders answer', async () => {
  const { code, out, err } = await runBeside(['tree', 'check', tree, ...node])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(
    /^ {2}at block \d+ of Local chain \(31337\), 2026-02-14T12:02:48Z, 0x[0-9a-f]{64}$/m,
  )
  expect(out).toMatch(/^ {2}decoder {5}0x\w{40} {2}\d+ leaves, code 0x[0-9a-f]{64}$/m)
  const line = (name: string, rest: string) =>
    new RegExp(`^ {2}strategist {2}${placeOf(chain, name)} {2}${rest} {2}0x\\w{64} \\(proven`, 'm')
  expect(out).toMatch(line('strategist', 'this tree'))
  expect(out).toMatch(line('second strategist', 'another root'))
  expect(out).toMatch(line('Multisig', 'another root'))
})

test('behavior: every tree of the chain is asked; most leaves are put to their decoder', async () => {
  const { ok, files } = await askBeside(['tree', 'check', trees, ...node])
  expect(ok).toBe(true)
  expect(files.length).toBeGreaterThan(6)
  for (const { file, onChain, leafCount, findings } of files) {
    const { asked: questionCount, notChecked, rootsUnknown, decoders, strategists } = onChain
    expect(questionCount + notChecked.length, file).toBe(leafCount)
    // Where orders and packed calls stand, decoders ask more of a call than its addresses.
    const minimum = file.includes('trader') ? 0.85 : 0.9
    expect(questionCount / leafCount, file).toBeGreaterThan(minimum)
    expect(notChecked.every(({ why }: { why: string }) => why.length > 10)).toBe(true)
    expect(rootsUnknown).toBeNull()
    expect(decoders.every(({ codeHash }: { codeHash: string }) => codeHash !== null)).toBe(true)
    const inForce = strategists.filter(({ isThisTree }: { isThisTree: boolean }) => isThisTree)
    const codes = findings.map(({ code }: { code: string }) => code)
    expect(codes.includes('root_not_set'), file).toBe(inForce.length === 0)
    expect(codes).not.toContain('decoder_differs')
  }
})

test('behavior: at an older block another tree was in force', async () => {
  const old = join(trees, 'local-eth-main-1.json')
  const { files } = await askBeside(['tree', 'check', old, ...node, '--block', '30'])
  const { strategists, block } = files[0].onChain
  expect(block.number).toBe('30')
  expect(strategists.some(({ isThisTree }: { isThisTree: boolean }) => isThisTree)).toBe(true)
})

test('behavior: a tree of another chain has decoders without code, and nothing is guessed', async () => {
  const { code, out } = await runBeside(['tree', 'check', example, ...node])
  expect(code).toBe(1)
  expect(out).toContain('no code')
  expect(out).toContain('[decoder_without_code]')
  expect(out).toMatch(/roots not checked: the Manager 0x\w{40} has no code there/)
  expect(out).toMatch(/0 leaves put to their decoders, 923 not checked/)
})

test('behavior: a decoder that packs something else is an error at its leaf', async () => {
  const pool = placeOf(chain, 'Aave pool').slice(2).toLowerCase()
  const url = await lyingNode(chain.anvil.url, (method, result) =>
    method === 'eth_call' && typeof result === 'string'
      ? result.replaceAll(pool, 'ee'.repeat(20))
      : result,
  )
  const { code, out } = await runBeside(['tree', 'check', tree, '--rpc-url', url, '--json'])
  expect(code).toBe(1)
  const [file] = JSON.parse(out).files
  const differing = file.findings.filter(({ code }: { code: string }) => code === 'decoder_differs')
  expect(differing.length).toBeGreaterThan(0)
  expect(differing[0]).toMatchObject({ severity: 'error', leaf: expect.any(Number) })
})

test('refuses: a decoder that decodes nothing, and one that lacks the function', async () => {
  // Any call: abi.encode(bytes('')), and the error of an unknown function.
  const codes = {
    decoder_decodes_nothing: '0x60206000526040 6000f3'.replace(' ', ''),
    decoder_without_function: '0x63de42fa1c60e01b60005260046000fd',
  }
  const signature = 'transfer(address,uint256)'
  // Code that no block holds would spoil the proofs of other tests.
  const before = await value(chain.anvil.rpc, 'evm_snapshot')
  for (const [index, [name, code]] of Object.entries(codes).entries()) {
    const decoder = checksumOf(`0x${`dec0de0${index}`.padStart(40, '0')}`)
    await value(chain.anvil.rpc, 'anvil_setCode', decoder, code)
    const parts = { decoder, target: placeOf(chain, 'WETH'), canSendValue: false, description: '' }
    const leaves = [[], [decoder]].map((args) =>
      buildLeaf({ ...parts, signature, arguments: args }),
    )
    const path = join(folder, 'leaf.json')
    const places = { vault: null, manager: null, accountant: null, decoder }
    writeFileSync(path, printSolidity(fileOf(buildLeafTree(leaves), places)))
    const { files } = await askBeside(['tree', 'check', path, ...node])
    const findings = files[0].findings.filter((finding: { code: string }) => finding.code === name)
    expect(findings).toMatchObject([{ severity: 'error', leaf: 0, facts: { positions: [0, 1] } }])
  }
  await value(chain.anvil.rpc, 'evm_revert', before)
})

test('refuses: a file that states another vault than its Manager acts for', async () => {
  const ethPlace = placeOf(chain, 'Local ETH')
  const usdPlace = placeOf(chain, 'Local USD')
  const path = join(folder, 'other-vault.json')
  writeFileSync(path, readFileSync(tree, 'utf8').replace(ethPlace, usdPlace))
  const { code, out } = await runBeside(['tree', 'check', path, ...node, '--json'])
  expect(code).toBe(1)
  const findings = JSON.parse(out).files[0].findings as readonly { code: string }[]
  expect(findings.filter((finding) => finding.code === 'other_vault')).toMatchObject([
    { severity: 'error', facts: { stated: usdPlace, vault: ethPlace } },
  ])
})

test('behavior: a search that leaves strategists out never says that no strategist has the root', async () => {
  const owner = placeOf(chain, 'strategist')
  const second = placeOf(chain, 'second strategist')
  const late = await askBeside(['tree', 'check', tree, ...node, '--logs-from', '100'])
  const answer = await askBeside(['tree', 'check', tree, ...node, '--strategist', second])
  for (const { files } of [late, answer]) {
    const codes = files[0].findings.map(({ code }: { code: string }) => code)
    expect(codes).toContain('root_not_seen')
    expect(codes).not.toContain('root_not_set')
  }
  const { code, out } = await runBeside(['tree', 'check', tree, ...node, '--strategist', owner])
  expect(code).toBe(0)
  expect(out.match(/this tree/g)).toHaveLength(1)
  expect(out).toContain('strategists looked at: only those named')
})

test('behavior: the logs of a Manager are searched once for all of its trees', async () => {
  let searches = 0
  const url = await lyingNode(chain.anvil.url, (method, result) => {
    if (method === 'eth_getLogs') searches++
    return result
  })
  const { files } = await askBeside(['tree', 'check', trees, '--rpc-url', url])
  expect(files.length).toBeGreaterThan(6)
  expect(searches).toBe(2)
})

test('behavior: a Manager without code is an error, not a tree without a strategist', async () => {
  const codeless = ['--manager', `0x${'5e'.repeat(20)}`]
  const { code, out } = await runBeside(['tree', 'check', tree, ...node, ...codeless])
  expect(code).toBe(1)
  expect(out).toContain('[manager_without_code]')
})

test('error: refusals', async () => {
  const refusals: readonly (readonly [readonly string[], number, string])[] = [
    [[tree, ...node, '--chain', 'base'], 4, 'wrong_chain'],
    [[tree, '--rpc-url', 'http://127.0.0.1:9'], 4, 'rpc_network'],
    [[tree, '--chain', 'local'], 2, 'usage'],
    [[tree, ...node, '--block', 'yesterday'], 2, 'usage'],
    [[tree, '--manager', placeOf(chain, 'WETH')], 2, 'usage'],
    [[tree, '--logs-from', '5'], 2, 'usage'],
    [[tree, '--strategist', placeOf(chain, 'strategist')], 2, 'usage'],
    [[tree, ...node, '--strategist', placeOf(chain, 'strategist'), '--logs-from', '5'], 2, 'usage'],
    [[tree, ...node, '--strategist', 'me'], 3, 'invalid_address'],
  ]
  for (const [words, code, name] of refusals) {
    const { code: exitCode, err } = await runBeside(['tree', 'check', ...words])
    expect({ found: exitCode, err }).toEqual({
      found: code,
      err: expect.stringContaining(`code: ${name}`),
    })
  }
})
