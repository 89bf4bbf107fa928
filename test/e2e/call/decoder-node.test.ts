import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { artifactPathOf } from '../../fork/artifact.ts'
import { value } from '../../fork/world.ts'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askBeside, runBeside, scratch } from '../program.ts'

const decoder = '0xf51B55b6eE766DEB6f34700d1A4D24ABE1B5c0E1'
const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const supply = 'supply(address,uint256,address,uint16)'
const folder = scratch()
let chain: LocalChain
const lending = () => placeOf(chain, 'Lending decoder')

beforeAll(async () => {
  chain = await startLocalChain()
})
afterAll(() => chain.anvil.close())

const words = (address: string, ...more: readonly string[]) => [
  'decoder',
  'check',
  address,
  '--rpc-url',
  chain.anvil.url,
  ...more,
]

test('golden: a table of functions, and yes', async () => {
  const { code, out, err } = await runBeside(
    words(decoder, '--functions', `${supply},getReserve`, '--runs', '40', '--seed', '3'),
  )
  expect({ code, err }).toMatchObject({ code: 2 })
  expect(out).toBe('')
  const outcome = await runBeside(
    words(decoder, '--functions', supply, '--runs', '40', '--seed', '3'),
  )
  expect({ code: outcome.code, err: outcome.err }).toEqual({ code: 0, err: '' })
  expect(outcome.out).toMatchSnapshot()
})

test('golden: the same for a program; the same seed gives the same answer', async () => {
  const options = ['--functions', supply, '--runs', '30', '--seed', '9']
  const report = await askBeside(words(decoder, ...options))
  expect(report).toMatchObject({
    ok: true,
    decoder,
    chainId: 31337,
    seed: 9,
    runs: 30,
    functions: [{ signature: supply, result: 'agrees', asked: 30, open: 0, differences: [] }],
  })
  expect(await askBeside(words(decoder, ...options))).toEqual(report)
})

test('behavior: reads of the position manager are answered by the contract in the code', async () => {
  const name = 'increaseLiquidity'
  const report = await askBeside(words(decoder, '--functions', name, '--runs', '60'))
  expect(report).toMatchObject({ ok: true, functions: [{ result: 'agrees', open: 0 }] })
})

test('behavior: leaves of a tree that name the decoder are checked', async () => {
  const more = ['--tree', tree, '--functions', 'approve(address,uint256)', '--runs', '20']
  expect(await askBeside(words(decoder, ...more))).toMatchObject({ ok: true })
  const otherDecoder = '0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a'
  const refused = await runBeside(words(otherDecoder, '--tree', tree))
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.err).toContain('No leaf of')
})

test('golden: a contract that is not a decoder differs, each with its smallest example', async () => {
  const token = placeOf(chain, 'WETH')
  const outcome = await runBeside(words(token, '--functions', 'transfer', '--runs', '20'))
  expect(outcome.code).toBe(1)
  expect(outcome.out).toMatchSnapshot()
})

test('golden: the code of a decoder is compared with a build, on a node and from a file', async () => {
  const artifactPath = await artifactPathOf('LendingDecoder')
  const build = ['--artifact', artifactPath]
  const outcome = await runBeside(words(lending(), ...build))
  expect({ code: outcome.code, err: outcome.err }).toEqual({ code: 0, err: '' })
  expect(outcome.out).toMatchSnapshot()
  const report = await askBeside(words(lending(), ...build))
  expect(report).toMatchObject({ ok: true, verdict: 'equal', byte: null, chainId: 31337 })
  const code = await value(chain.anvil.rpc, 'eth_getCode', lending(), 'latest')
  const path = join(folder, 'code.hex')
  const last = String(code).slice(0, -2)
  writeFileSync(path, `${last}${String(code).endsWith('00') ? '01' : '00'}\n`)
  const fromFile = ['decoder', 'check', lending(), ...build, '--code', path]
  const differing = await runBeside(fromFile)
  expect(differing.code).toBe(1)
  expect(differing.out).toMatchSnapshot()
  expect(await askBeside(fromFile)).toMatchObject({
    ok: false,
    verdict: 'differs',
    byte: last.length / 2 - 1,
    block: null,
  })
})

test('refuses: a build that is none, two sources of code, and questions beside a build', async () => {
  const artifact = ['--artifact', await artifactPathOf('LendingDecoder')]
  const path = join(folder, 'empty.hex')
  writeFileSync(path, '0x')
  const file = ['decoder', 'check', lending(), ...artifact, '--code', path]
  const refusals: readonly (readonly [readonly string[], number, string])[] = [
    [words(lending(), '--artifact', tree), 3, 'build_artifact'],
    [words('0x00000000000000000000000000000000DEaD1234', ...artifact), 3, 'no_code'],
    [words(lending(), ...artifact, '--runs', '5'), 2, 'usage'],
    [words(lending(), ...artifact, '--tree', tree), 2, 'usage'],
    [words(lending(), '--code', path), 2, 'usage'],
    [file, 2, 'usage'],
    [[...file, '--rpc-url', chain.anvil.url], 2, 'usage'],
  ]
  for (const [list, code, name] of refusals) {
    const refused = await runBeside(list)
    const expected = { code, err: expect.stringContaining(`code: ${name}`) }
    expect({ code: refused.code, err: refused.err }).toEqual(expected)
  }
})

test('refuses: nothing there, no decoder, a dead node, a missing function, a spent budget', async () => {
  const codeOf = async (list: readonly string[]) => {
    const { code, err } = await runBeside(list)
    return { code, error: /code: (\w+)/.exec(err)?.[1] ?? null }
  }
  const codeless = '0x00000000000000000000000000000000DEaD1234'
  expect(await codeOf(words(codeless))).toEqual({ code: 3, error: 'no_code' })
  const { roles } = chain.manifest.vaults[0]!
  expect(await codeOf(words(roles))).toEqual({ code: 3, error: 'no_decoder_function' })
  const claimed = ['--functions', 'claimFees,claimYield', '--runs', '5']
  expect(await codeOf(words(decoder, ...claimed, '--budget', '3'))).toEqual({
    code: 1,
    error: null,
  })
  const dead = ['decoder', 'check', decoder, '--rpc-url', 'http://127.0.0.1:9']
  expect(await codeOf(dead)).toMatchObject({ code: 4 })
  const lacking = await runBeside(words(decoder, '--functions', 'getReserves(address)'))
  expect(lacking.code).toBe(1)
  expect(lacking.out).toContain('missing')
  expect(await codeOf(words(decoder, '--runs', '0'))).toEqual({ code: 2, error: 'usage' })
})
