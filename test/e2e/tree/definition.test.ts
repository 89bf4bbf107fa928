import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ask, root, run, scratch } from '../program.ts'

const folder = scratch()
const examples = join(root, 'fixtures/definitions')
const local = join(examples, 'local-eth.yaml')
const trees = join(root, 'fixtures/chain/trees')
const lendingRoot = '0x5eb47794d38a11c8c6b8cbde9cdbd1f89c840be3db17433e2d329772871cd880'
const mainRoot = '0x1e1d437635149ccf18245843136a8185e5ab155133e3404093786b89fe45d33e'
const manager = '0x822a1e3962E97B6B763f265b5526fAA5BA3d6D1C'
const timelock = '0x1111111111111111111111111111111111111111'

describe('tree build', () => {
  test('default: the local vault, byte for byte the file of the chain', () => {
    const tree = join(folder, 'lending.json')
    const { code, err } = run(['tree', 'build', local, '--strategist', 'lending', '--out', tree])
    expect(code).toBe(0)
    expect(err).toContain(`wrote ${tree} (solidity, 22 leaves in 32 slots, ${lendingRoot})`)
    expect(readFileSync(tree)).toEqual(readFileSync(join(trees, 'local-eth-lending.json')))
  })

  test('behavior: rust, another capacity, and the answer for a program', () => {
    const tree = join(folder, 'main.rust.json')
    const words = ['tree', 'build', local, '--strategist', 'main', '--format', 'rust']
    expect(ask([...words, '--out', tree])).toMatchObject({ root: mainRoot, format: 'rust' })
    expect(run(['tree', 'root', tree]).out).toBe(`${mainRoot}\n`)
    expect(ask([...words, '--capacity', '256', '--out', tree])).toMatchObject({ capacity: 256 })
  })

  test('error: who is meant, which node, which lock', () => {
    expect(run(['tree', 'build', local])).toMatchObject({ code: 2 })
    expect(run(['tree', 'build', local]).err).toContain('main, manager, lending, multisig')
    const node = ['--strategist', 'main', '--rpc-url', 'http://127.0.0.1:1']
    expect(run(['tree', 'build', local, ...node]).code).toBe(2)
    const bare = join(folder, 'bare')
    mkdirSync(bare, { recursive: true })
    copyFileSync(local, join(bare, 'vault.yaml'))
    const { code, err } = run(['tree', 'build', join(bare, 'vault.yaml'), '--strategist', 'main'])
    expect(code).toBe(3)
    expect(err).toMatch(/vault\.yaml has \d+ problems\.\n.*vault\.yaml:\d+:13: .* was not read/)
    expect(err).toMatch(
      /\nRead it once with --update and --rpc-url, or .*\n +code: missing_fact\n$/,
    )
    expect(err).toContain('code: missing_fact')
  })
})

describe('tree plan', () => {
  test('default: what changes, and the call that does it', () => {
    const current = join(trees, 'local-eth-main-1.json')
    const words = ['tree', 'plan', local, '--strategist', 'lending', '--current', current]
    const { code, out } = run(words)
    expect(code).toBe(0)
    expect(out).toMatchSnapshot()
    const page = run([...words, '--format', 'markdown']).out
    expect(page).toMatch(/^# Plan of /)
    expect(page).toContain('<summary>Every leaf</summary>')
    const { transactions, strategists } = ask(words)
    expect(transactions).toHaveLength(1)
    expect(transactions[0].to).toBe(manager)
    expect(transactions[0].data).toBe(
      `0x21801a99${'3c44cdddb6a900fa2b585dd299e03d12fa4293bc'.padStart(64, '0')}${lendingRoot.slice(2)}`,
    )
    expect(strategists[0].diff.root).toMatchObject({ after: lendingRoot })
  })

  test('behavior: as Safe batches, through a timelock', () => {
    const safe = join(folder, 'roots.json')
    const words = ['tree', 'plan', local, '--safe', safe]
    const { files, transactions } = ask(words)
    expect(files).toEqual([safe])
    expect(transactions).toHaveLength(5)
    const batch = JSON.parse(readFileSync(safe, 'utf8'))
    expect(batch).toMatchObject({ chainId: '31337', meta: { name: 'Roots of Local ETH' } })
    expect(batch.transactions.map(({ data }: { data: string }) => data)).toEqual(
      transactions.map(({ data }: { data: string }) => data),
    )
    const timed = ask([...words, '--timelock', timelock, '--delay', '86400'])
    expect(timed.files).toEqual([safe, join(folder, 'roots.execute.json')])
    expect(timed.timelock.schedule.to).toBe(timelock)
    const [schedule] = JSON.parse(readFileSync(safe, 'utf8')).transactions
    expect(schedule.data).toBe(timed.timelock.schedule.data)
    expect(timed.timelock.schedule.data).toContain(lendingRoot.slice(2))
  })

  test('behavior: a tree that is in force needs nothing', () => {
    const current = join(trees, 'local-eth-lending.json')
    const words = ['tree', 'plan', local, '--strategist', 'lending', '--current', current]
    expect(run(words).out).toContain('Nothing to do.')
    expect(ask(words)).toMatchObject({ transactions: [], strategists: [{ isInForce: true }] })
  })

  test('behavior: a root that differs and has no address is not called nothing to do', () => {
    const bare = join(folder, 'unplaced')
    mkdirSync(bare, { recursive: true })
    for (const name of readdirSync(examples)) copyFileSync(join(examples, name), join(bare, name))
    const address = "address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'"
    const text = readFileSync(local, 'utf8')
    expect(text).toContain(address)
    writeFileSync(join(bare, 'vault.yaml'), text.replace(address, ''))
    const words = ['tree', 'plan', join(bare, 'vault.yaml'), '--strategist', 'lending']
    const { code, out } = run(words)
    expect(code).toBe(0)
    expect(out).toContain('No transaction: ')
    expect(out).not.toContain('Nothing to do.')
    const safe = join(bare, 'roots.json')
    const unwritten = run([...words, '--safe', safe])
    expect(unwritten.code).toBe(1)
    expect(unwritten.err).toContain(`wrote no ${safe}: lending has no address.`)
    expect(existsSync(safe)).toBe(false)
    const current = join(trees, 'local-eth-lending.json')
    expect(run([...words, '--current', current]).out).toContain('Nothing to do.')
    // Where nothing is to be done, no batch is missing.
    expect(run([...words, '--current', current, '--safe', safe]).code).toBe(0)
  })

  test('behavior: a strategist that is asked for twice is planned once', () => {
    const twice = ['--strategist', 'lending', '--strategist', 'lending']
    expect(ask(['tree', 'plan', local, ...twice]).transactions).toHaveLength(1)
  })

  test('behavior: what tree build was told gives the root that it gave', () => {
    const words = [local, '--strategist', 'lending', '--capacity', '64']
    const { root } = ask(['tree', 'build', ...words, '--out', join(folder, 'wide.json')])
    expect(root).not.toBe(lendingRoot)
    expect(ask(['tree', 'plan', ...words]).strategists).toMatchObject([{ after: root }])
  })

  test('error: whose tree, which delay', () => {
    const current = join(trees, 'local-eth-lending.json')
    expect(run(['tree', 'plan', local, '--current', current]).code).toBe(2)
    const both = ['--current', `lending=${current}`, '--current', `lending=${current}`]
    expect(run(['tree', 'plan', local, ...both]).err).toContain('given twice for lending')
    expect(run(['tree', 'plan', local, '--timelock', timelock]).code).toBe(2)
    expect(run(['tree', 'plan', local, '--delay', '1']).code).toBe(2)
    expect(run(['tree', 'plan', local, '--safe-address', timelock]).code).toBe(2)
  })
})

describe('definition check', () => {
  test('default', () => {
    const { code, out } = run(['definition', 'check', local])
    expect(code).toBe(0)
    expect(out).toContain(`sound    main on local  102 leaves in 128 slots  ${mainRoot}`)
    expect(out).not.toContain('unused_name')
    expect(ask(['definition', 'check', local])).toMatchObject({ ok: true, findings: [] })
  })

  test('behavior: what a warning makes a no is not called sound', () => {
    const definition = join(folder, 'warned.yaml')
    const words = ['--chain', 'local', '--out', definition]
    run(['definition', 'infer', join(root, 'fixtures/trees/example-1024.json'), ...words])
    const plain = run(['definition', 'check', definition])
    expect(plain.code).toBe(0)
    expect(plain.out).toMatch(/^sound .*\n(.*\n)* {2}warning /)
    const strict = run(['definition', 'check', definition, '--strict'])
    expect(strict.code).toBe(1)
    expect(strict.out).toMatch(/^unsound /)
  })

  test('error: every problem with its line', () => {
    const wrong = join(folder, 'wrong.yaml')
    const text = readFileSync(local, 'utf8').replace('pool: Aave pool', 'poool: Aave pool')
    writeFileSync(wrong, text)
    const { code, err } = run(['definition', 'check', wrong])
    expect(code).toBe(3)
    expect(err).toMatch(/:\d+:\d+: .*poool is not a parameter .* Did you mean pool\?/)
  })

  test('error: names that do not resolve, of all strategists, each with its line and a mark', () => {
    const beside = join(folder, 'unresolved')
    mkdirSync(beside, { recursive: true })
    for (const name of readdirSync(examples)) copyFileSync(join(examples, name), join(beside, name))
    const wrong = join(beside, 'vault.yaml')
    const text = readFileSync(local, 'utf8')
      .replace('pool: Aave pool', 'pool: Aave pol')
      .replace(/(trader:[\s\S]*?)token_in: WETH/, '$1token_in: WTEH')
    expect(text).toContain('WTEH')
    writeFileSync(wrong, text)
    const lines = text.split('\n')
    const { code, err } = run(['definition', 'check', wrong])
    expect(code).toBe(3)
    // Another strategist has the same permissions by an alias, which is a place of its own.
    expect(err).toContain(`error ${wrong} has 3 problems.`)
    for (const [word, meant] of [
      ['Aave pol', 'Aave pool'],
      ['WTEH', 'WETH'],
    ] as const) {
      const lineNumber = lines.findIndex((line) => line.includes(word)) + 1
      const [row = '', shown = '', mark = ''] = err
        .slice(err.indexOf(`${wrong}:${lineNumber}:`))
        .split('\n')
      expect(row).toContain(`unknown name on local: "${word}". Did you mean ${meant}?`)
      expect(shown).toContain(word)
      expect(mark.trim()).toBe('^')
    }
    expect(run(['tree', 'build', wrong, '--strategist', 'trader']).err).toContain(
      `error ${wrong} has a problem.`,
    )
    const { error } = ask(['definition', 'check', wrong])
    expect(error).toMatchObject({ code: 'unresolved_definition', facts: { file: wrong } })
    expect(error.facts.problems).toHaveLength(3)
  })

  test('error: a key that is misspelt, with the one that it may stand for', () => {
    const wrong = join(folder, 'misspelt.yaml')
    writeFileSync(wrong, 'name: X\nchians: {}\n')
    const { code, err } = run(['definition', 'check', wrong])
    expect(code).toBe(3)
    expect(err).toContain(`${wrong}:2:1: chians is not a key here. Did you mean chains?`)
  })
})

describe('definition infer', () => {
  test.each(readdirSync(trees))('default: %s comes back', (name) => {
    const definition = join(folder, `inferred-${name}.yaml`)
    const tree = join(trees, name)
    const words = ['--chain', 'local', '--out', definition]
    const answer = ask(['definition', 'infer', tree, ...words])
    expect(answer).toMatchObject({ unrecognised: [], file: definition })
    expect(existsSync(answer.order)).toBe(true)
    const { err } = run(['definition', 'infer', tree, ...words])
    expect(err).toContain(`wrote ${definition}, and ${answer.order}, `)
    const built = join(folder, `built-${name}`)
    expect(run(['tree', 'build', definition, '--out', built]).code).toBe(0)
    expect(run(['tree', 'root', built]).out).toBe(run(['tree', 'root', tree]).out)
  })

  test('behavior: without a file for it, the definition alone', () => {
    const tree = join(trees, 'local-eth-lending.json')
    const { code, out, err } = run(['definition', 'infer', tree, '--chain', 'local'])
    expect(code).toBe(0)
    expect(out).toMatch(/^# yaml-language-server/)
    expect(err).toContain('recognised 22 of 22 leaves')
  })

  test("golden: the file's decoder is the default one, the others are called by what they decode", () => {
    const trader = join(trees, 'local-eth-trader.json')
    const decoders = decodersOf(trader)
    expect(decoders).toEqual({
      default: '0xf51B55b6eE766DEB6f34700d1A4D24ABE1B5c0E1',
      'cow-decoder': '0x674Eb2FFC4D666f68A12623A1d501615D80Fa6FC',
      'odos-decoder': '0xe8917E9c4ea53eBD7593FaAd966D85C9B8AbdBb4',
      'uniswap_v3-decoder': '0xE9854b053C1DE24AF6dB162F40480eFc033A38b7',
    })
    // The file states another one, of fewer leaves: it stays the default decoder.
    const stated = join(folder, 'stated-decoder.json')
    const odos = decoders['odos-decoder']!
    const key = '"DecoderAndSanitizerAddress": '
    const text = readFileSync(trader, 'utf8')
    writeFileSync(stated, text.replace(`${key}"${decoders.default}"`, `${key}"${odos}"`))
    const unchanged = decodersOf(stated)
    expect(unchanged.default).toBe(odos)
    expect(Object.keys(unchanged).filter((name) => /^decoder-\d+$|^odos/.test(name))).toEqual([])
    expect(new Set(Object.values(unchanged))).toEqual(new Set(Object.values(decoders)))
  })

  test('error: the chain must be said', () => {
    const tree = join(trees, 'local-eth-lending.json')
    expect(run(['definition', 'infer', tree]).code).toBe(2)
    expect(run(['definition', 'infer', tree, '--chain', 'mainet']).err).toContain('mainnet')
  })
})

/** The decoders of the definition that is inferred from a tree, by name. */
function decodersOf(tree: string): Readonly<Record<string, string>> {
  const { code, out } = run(['definition', 'infer', tree, '--chain', 'local'])
  expect(code).toBe(0)
  return parse(out).chains.local.decoders
}

test('default: definition schema prints the published one', () => {
  const published = join(root, 'packages/definition/schema/vaultwright.schema.json')
  expect(run(['definition', 'schema']).out).toBe(readFileSync(published, 'utf8'))
})

test('golden: definition schema --for knows the names of a file, and admits the file', () => {
  const schema = JSON.parse(run(['definition', 'schema', '--for', local]).out)
  expect(JSON.stringify(schema.$defs['local.account'])).toContain('"const":"WETH"')
  // Optimized, its code takes longer to make than all else here.
  const options = { strict: false, inlineRefs: false, code: { optimize: false } }
  const isDefinition = new Ajv2020(options).compile(schema)
  const value = parse(readFileSync(local, 'utf8'))
  expect(isDefinition(value)).toBe(true)
  value.chains.local.strategists.main.permissions.push({
    protocol: 'aave_v3',
    actions: ['supply'],
    pool: 'Aave pool',
    asset: 'WTEH',
  })
  expect(isDefinition(value)).toBe(false)
})

test('refuses: definition schema --for a file that is not there, or a chain that is not known', () => {
  expect(run(['definition', 'schema', '--for', join(folder, 'absent.yaml')]).code).toBe(3)
  const unknown = join(folder, 'unknown-chain.yaml')
  writeFileSync(unknown, 'name: Example\nchains:\n  mainet: {}\n')
  const { code, err } = run(['definition', 'schema', '--for', unknown])
  expect(code).toBe(3)
  expect(err).toContain(`${unknown}:3:3: `)
  expect(err).toContain('Did you mean mainnet?')
})

test('behavior: definition check names repeats with their place, also for GitHub', () => {
  const repeated = join(folder, 'repeated.yaml')
  const entry = '          - { protocol: aave_v3, actions: [supply], pool: Spark, asset: WETH }\n'
  writeFileSync(
    repeated,
    `name: Example
chains:
  mainnet:
    vault: 0x1111111111111111111111111111111111111111
    manager: 0x2222222222222222222222222222222222222222
    decoders: { default: 0x3333333333333333333333333333333333333333 }
    strategists:
      main:
        permissions:
${entry}${entry}`,
  )
  const words = ['definition', 'check', repeated]
  expect(run(words)).toMatchObject({ code: 0 })
  expect(run(words).out).toContain('[repeated_permission]')
  expect(run([...words, '--strict']).code).toBe(1)
  const { out } = run([...words, '--format', 'github'])
  expect(out).toMatch(
    /^::warning file=.*repeated\.yaml,line=11,col=13::.* \[repeated_permission\]$/m,
  )
})

test('behavior: definition check names entries whose decoder lacks a function, with their place', () => {
  const undecoded = join(folder, 'undecoded.yaml')
  writeFileSync(
    undecoded,
    `name: Example
chains:
  mainnet:
    vault: 0x1111111111111111111111111111111111111111
    manager: 0x2222222222222222222222222222222222222222
    decoders:
      default: 0x3333333333333333333333333333333333333333
      token: 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
    strategists:
      main:
        permissions:
          - { protocol: aave_v3, actions: [supply], pool: Spark, asset: WETH }
          - { protocol: aave_v3, actions: [supply], pool: Spark, asset: DAI, decoder: token }
          - { protocol: uniswap_v3, actions: [swap_02], packing: UniswapV3SwapRouter02, token_in: WETH, token_out: USDC }
          - { protocol: uniswap_v3, actions: [swap, swap_02], packing: UniswapV3, token_in: WETH, token_out: DAI }
`,
  )
  const words = ['definition', 'check', undecoded]
  expect(run(words).code).toBe(0)
  const { out } = run([...words, '--format', 'github'])
  const lines = [...out.matchAll(/line=(\d+),col=13::.* \[undecoded_function\]$/gm)]
  expect(lines.map(([, line]) => line)).toEqual(['13', '15'])
  expect(run([...words, '--strict']).code).toBe(1)
})
