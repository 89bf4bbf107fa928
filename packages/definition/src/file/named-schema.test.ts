import { readFileSync } from 'node:fs'
import { selectorOf } from '@vaultwright/manager'
import { emptyFacts, protocols } from '@vaultwright/protocols'
import { contractsOf, knownTokens, tokenOf } from '@vaultwright/registry'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { runsOf } from '../../../../test/support/runs.ts'
import { expandStrategist } from '../expand/expansion.ts'
import { definitionSchema } from '../schema/json-schema.ts'
import { usesOf } from '../schema/parameter-use.ts'
import { DefinitionFileError, parseDefinition } from './definition.ts'
import { createNameBook } from './name-book.ts'
import { definitionSchemaFor } from './named-schema.ts'

const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
const chain = {
  vault: account(0x20),
  manager: account(0x21),
  decoders: { default: account(0x100), uniswap: account(0x101) },
  drones: { 'drone-0': account(0x22) },
  addresses: { treasury: account(0x30), Router: account(0x31) },
  tokens: { MINE: account(0x40), OTHER: { address: account(0x41), decimals: 6 } },
}
type Entry = { readonly [key: string]: unknown }
const fileOf = (...permissions: readonly Entry[]) => ({
  name: 'Example',
  chains: { mainnet: { ...chain, strategists: { main: { permissions } } } },
})
/** Options without optimizations: making the code shorter takes longer than all that it checks here. */
const quick = { inlineRefs: false, code: { optimize: false } } as const
const compiled = (schema: unknown) =>
  new Ajv2020({ strict: false, ...quick }).compile(schema as object)
const isPermitted = compiled(definitionSchemaFor(stringify(fileOf())))
const acceptsAny = compiled(definitionSchema())

/** The parser's problems, names and values included, without those that only a chain could tell. */
function problemsOf(file: unknown): readonly string[] {
  try {
    const definition = parseDefinition(typeof file === 'string' ? file : stringify(file))
    const [mainnet] = definition.chains
    const names = createNameBook(mainnet!)
    const strategist = mainnet!.strategists[0]!
    const scope = { chain: mainnet!, strategist, names, knownFacts: emptyFacts }
    return expandStrategist(scope).problems.map(({ message }) => message)
  } catch (error) {
    if (error instanceof DefinitionFileError) return [error.message]
    throw error
  }
}

const tokens = knownTokens.flatMap(({ chainId, symbol }) =>
  chainId === 1 && tokenOf(1, symbol) !== null ? [symbol] : [],
)
const ownWords = ['vault', 'manager', 'treasury', 'Router', 'MINE', 'OTHER', 'drone-0']
const address = fc.integer({ min: 1, max: 2 ** 30 }).map(account)
const labels = contractsOf(1).map(({ label }) => label)
const word = fc.oneof(
  fc.constantFrom(...ownWords, ...tokens),
  address,
  fc.constantFrom(...labels),
  fc.constantFrom('arbitrum', 'Base', 'nowhere', '30110', `0x${'0'.repeat(63)}7`),
  fc.integer({ min: 0, max: 5000 }),
)
const value = fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 3 }))

/** Entries of a protocol's grammar: actions, and any of the parameters that they take. */
const entries = fc
  .constantFrom(...protocols.filter(({ actions }) => actions.length > 0))
  .chain(({ name, actions }) =>
    fc.constantFrom(...actions).chain((action) =>
      fc.record<{ readonly [key: string]: unknown }>(
        {
          protocol: fc.constant(name),
          actions: fc.constant([action.route.slice(name.length + 1)]),
          decoder: fc.constantFrom('default', 'uniswap', account(0x102)),
          as: fc.constant('drone-0'),
          approvals: fc.boolean(),
          ...Object.fromEntries([...usesOf(action).keys()].map((key) => [key, value])),
        },
        { requiredKeys: ['protocol', 'actions', ...usesOf(action).keys()] },
      ),
    ),
  )
const leaves = fc
  .record(
    {
      target: fc.oneof(address, fc.constantFrom(...ownWords, ...tokens)),
      signature: fc.constant('approve(address,uint256)'),
      arguments: fc.array(fc.oneof(address, fc.constantFrom(...ownWords)), { maxLength: 2 }),
      decoder: fc.constantFrom('default', account(0x102)),
      can_send_value: fc.boolean(),
    },
    { requiredKeys: ['target', 'signature'] },
  )
  .map((leaf) => ({ leaf }))

describe('law: what the parser accepts, the schema accepts', () => {
  test('of every protocol', () => {
    let accepted = 0
    fc.assert(
      fc.property(fc.oneof(entries, leaves), (entry) => {
        const file = fileOf(entry)
        if (problemsOf(file).length > 0) return
        accepted++
        expect(isPermitted(file), JSON.stringify([entry, isPermitted.errors?.slice(-3)])).toBe(true)
      }),
      { numRuns: runsOf(20) },
    )
    expect(accepted).toBeGreaterThan(runsOf(2))
  })

  test.each(['local-eth.yaml', 'local-usd.yaml'])('of %s', (name) => {
    const text = readFileSync(
      new URL(`../../../../fixtures/definitions/${name}`, import.meta.url),
      'utf8',
    )
    const accepts = compiled(definitionSchemaFor(text))
    expect(accepts(parse(text)), JSON.stringify(accepts.errors?.slice(-3))).toBe(true)
  })
})

const supply = { protocol: 'aave_v3', actions: ['supply'], pool: 'treasury', asset: 'MINE' }
const raw = { target: 'MINE', signature: 'approve(address,uint256)' }

test('law: a misspelt name is refused by both, wherever it stands', () => {
  const places: readonly ((name: string) => Entry)[] = [
    (name) => ({ ...supply, asset: name }),
    (name) => ({ ...supply, asset: ['WETH', name] }),
    (name) => ({ protocol: 'aave_v3', actions: ['supply'], each: [{ pool: name, asset: 'WETH' }] }),
    (name) => ({ ...supply, decoder: name }),
    (name) => ({ ...supply, as: name }),
    (name) => ({ leaf: { ...raw, target: name } }),
    (name) => ({ leaf: { ...raw, arguments: [name] } }),
    (name) => ({ leaf: { ...raw, decoder: name } }),
  ]
  const names = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{2,8}$/).filter((name) => {
    const taken = [...ownWords, ...tokens, ...labels, 'default', 'uniswap', 'accountant', 'teller']
    return !taken.includes(name)
  })
  fc.assert(
    fc.property(names, fc.constantFrom(...places), (name, place) => {
      expect(problemsOf(fileOf(place(name)))).not.toEqual([])
      expect(isPermitted(fileOf(place(name)))).toBe(false)
    }),
  )
  expect(isPermitted(fileOf(supply, { leaf: raw }))).toBe(true)
})

const ofSwap = (swap: unknown) => {
  const { name, chains } = fileOf()
  return { name, chains: { mainnet: { ...chains.mainnet, swap } } }
}

describe('swaps', () => {
  const priced = (sources: unknown) => ofSwap({ prices: { MINE: sources } })
  const misspelt = ['MNIE', 'Wroter', 'USDD', 'vaults', 'USD']
  const places: readonly ((name: string) => unknown)[] = [
    (name) => ofSwap({ prices: { [name]: { oracle: 'treasury', per: 'usd' } } }),
    (name) =>
      ofSwap({ reserve: { [name]: '5' }, prices: { MINE: { rate: 'treasury', per: 'WETH' } } }),
    (name) => priced({ oracle: 'treasury', per: name }),
    (name) => priced({ oracle: name, per: 'usd' }),
    (name) => priced({ rate: name, per: 'WETH' }),
    (name) => priced({ feed: name, max_age_seconds: 60 }),
    (name) =>
      priced([
        { oracle: 'treasury', per: 'usd' },
        { oracle: name, per: 'usd' },
      ]),
  ]

  test('law: a name is admitted where the parser admits it, and refused where it does not', () => {
    const names = fc.constantFrom(...misspelt, ...ownWords, account(0x50), ...tokens)
    let [admitted, refused] = [0, 0]
    fc.assert(
      fc.property(names, fc.constantFrom(...places), (name, place) => {
        const file = place(name)
        // That a source counts once, or not in its own token, no schema of names can tell.
        const problems = problemsOf(file).filter((text) => !/again|another token/.test(text))
        expect(isPermitted(file), JSON.stringify([file, problems])).toBe(problems.length === 0)
        if (problems.length === 0) admitted++
        else refused++
      }),
      { numRuns: runsOf(2) },
    )
    expect(Math.min(admitted, refused)).toBeGreaterThan(0)
  })

  test('golden: tokens are completed as keys of prices and reserves, with what they are', () => {
    const { properties } = definitionSchemaFor(stringify(fileOf())) as {
      properties: { chains: { properties: { mainnet: { properties: { swap: Properties } } } } }
    }
    type Properties = { properties: { [list: string]: { properties: { [name: string]: object } } } }
    const { swap } = properties.chains.properties.mainnet.properties
    for (const list of ['prices', 'reserve']) {
      const keys = Object.keys(swap.properties[list]!.properties)
      expect(keys).toEqual(expect.arrayContaining(['MINE', 'OTHER', 'WETH', 'drone-0']))
      expect(keys).not.toContain('vault')
    }
  })

  test('golden: an address is a key with and without quotes', () => {
    const mixed = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
    for (const key of [mixed, `'${mixed}'`]) {
      const text = stringify(fileOf()).replace(
        '    strategists:',
        `    swap: { prices: { ${key}: { feed: ${key}, max_age_seconds: 60 } } }\n    strategists:`,
      )
      expect(parseDefinition(text).chains[0]!.swap!.prices).toHaveProperty(mixed)
      expect(isPermitted(parse(text)), JSON.stringify(isPermitted.errors?.slice(-3))).toBe(true)
    }
  })
})

test('golden: a token of the file and one on record are completed with what they are', () => {
  const { $defs } = definitionSchemaFor(stringify(fileOf())) as {
    $defs: { [name: string]: { anyOf: { const?: string; description?: string }[] } }
  }
  const choice = (name: string) => $defs['mainnet.account']!.anyOf.find((one) => one.const === name)
  expect(choice('MINE')).toEqual({
    const: 'MINE',
    description: `${account(0x40)}: one of the tokens of this file.`,
  })
  expect(choice('WETH')).toEqual({
    const: 'WETH',
    description: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2: a token of Ethereum on record.',
  })
  expect($defs['mainnet.decoder']!.anyOf.map((one) => one.const)).toEqual([
    'default',
    'uniswap',
    undefined,
  ])
})

test('behavior: a file that is not finished has names, too', () => {
  const text = 'name: Example\nchains:\n  Mainnet:\n    tokens: { MINE: 0x12 }\n    drones:\n'
  const { $defs } = definitionSchemaFor(text) as { $defs: { [name: string]: unknown } }
  expect(JSON.stringify($defs['Mainnet.account'])).toContain('"MINE"')
  expect($defs['Mainnet.drone']).toBe(false)
})

describe('addresses without quotes', () => {
  const mixed = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
  const textOf = (form: string) =>
    [
      'name: Example',
      'chains:',
      '  mainnet:',
      `    vault: ${form}`,
      `    manager: ${account(0x21)}`,
      `    decoders: { default: ${form} }`,
      '    strategists:',
      '      main:',
      '        permissions:',
      `          - { protocol: erc_20, actions: [approve], token: WETH, spender: ${form} }`,
      `          - leaf: { target: ${form}, signature: balance(), arguments: [${form}] }`,
    ].join('\n')

  test.each([
    ['single quotes', `'${mixed}'`],
    ['double quotes', `"${mixed}"`],
    ['none, mixed case', mixed],
    ['none, lower case', mixed.toLowerCase()],
    ['none, digits only', `0x${'12'.repeat(20)}`],
  ])('law: %s: parser and both schemas agree', (_, form) => {
    const text = textOf(form)
    expect(parseDefinition(text).chains[0]!.vault.toLowerCase()).toBe(
      form.replaceAll(/['"]/g, '').toLowerCase(),
    )
    // An editor reads YAML 1.2: digits after 0x are a number to it.
    const parsed = parse(text)
    for (const accepts of [acceptsAny, isPermitted]) {
      expect(accepts(parsed), JSON.stringify(accepts.errors?.slice(-3))).toBe(true)
    }
  })

  /** The verdicts of parser and schemas on a value in each place of an account. */
  const verdictsOf = (form: string, text: string) => {
    const parsed = parse(text)
    const isRead = problemsOf(text).length === 0
    return { form, isRead, isAdmitted: [acceptsAny, isPermitted].map((accepts) => accepts(parsed)) }
  }

  test.each([
    ['the least account', `0x${'0'.repeat(39)}1`, true],
    ['the greatest account', `0x${'f'.repeat(40)}`, true],
    ['the zero address', `0x${'0'.repeat(40)}`, false],
    ['the zero address in quotes', `'0x${'0'.repeat(40)}'`, false],
    ['a digit more', `0x1${'f'.repeat(40)}`, false],
    ['32 bytes', `0x${'f'.repeat(64)}`, false],
    ['a number below zero', '-1', false],
    ['a number too large', String(2n ** 161n), false],
    ['a fraction', '1.5', false],
    ['a truth', 'true', false],
  ])('law: %s: parser and both schemas agree on who acts', (_, form, isRead) => {
    const text = stringify(fileOf()).replace(/vault: .*/, `vault: ${form}`)
    expect(verdictsOf(form, text)).toEqual({ form, isRead, isAdmitted: [isRead, isRead] })
  })

  test.each([
    ['the zero address', `0x${'0'.repeat(40)}`, true],
    ['the greatest account', `0x${'f'.repeat(40)}`, true],
    ['a digit more', `0x1${'f'.repeat(40)}`, false],
    ['a number below zero', '-1', false],
  ])('law: %s: parser and both schemas agree on a token', (_, form, isRead) => {
    const text = stringify(fileOf()).replace(/MINE: .*/, `MINE: ${form}`)
    expect(verdictsOf(form, text)).toEqual({ form, isRead, isAdmitted: [isRead, isRead] })
  })

  test.each([
    ['four bytes', `0x${'f'.repeat(8)}`, true],
    ['a digit more', `0x1${'f'.repeat(8)}`, false],
    ['a number below zero', '-1', false],
  ])('law: %s: parser and both schemas agree on a selector', (_, form, isRead) => {
    const signature = 'not canonical (uint256)'
    const selector = selectorOf(signature)
    const leaf = { target: 'MINE', signature, selector }
    const written = stringify(fileOf({ leaf }))
    const text = written.replace(`selector: "${selector}"`, `selector: ${form}`)
    expect(text).not.toBe(written)
    const isParsed = () => parseDefinition(text)
    if (isRead) isParsed()
    else expect(isParsed).toThrow(DefinitionFileError)
    for (const accepts of [acceptsAny, isPermitted]) {
      expect(accepts(parse(text))).toBe(isRead)
    }
  })

  test('golden: a receiver of 32 bytes needs no quotes either', () => {
    const word = `0x${'0'.repeat(24)}${'12'.repeat(20)}`
    const burn = { protocol: 'cctp', actions: ['burn'], token: 'USDC', destination: 'base' }
    const file = fileOf({ ...burn, recipient: 'RECEIVER', destination_caller: 'RECEIVER' })
    const text = stringify(file).replaceAll('RECEIVER', word)
    expect(verdictsOf(word, text)).toEqual({ form: word, isRead: true, isAdmitted: [true, true] })
  })

  test('refuses: an address that a tool wrote as a number, and says what to do', () => {
    const text = textOf(`'${mixed}'`).replace(`vault: '${mixed}'`, `vault: ${Number(mixed)}`)
    expect(() => parseDefinition(text)).toThrow(
      /line 4, column 5: chains\.mainnet\.vault is read as a number, and must be a text: put it in quotes/,
    )
  })
})

test.each([
  ['chains: { nowhere: {} }', 'chains.nowhere is not a chain that is known'],
  ['chains: { mainet: {} }', 'Did you mean mainnet?'],
  ['name: [', 'line 1'],
  ['name: Example', 'chains'],
])('refuses: %j', (text, expected) => {
  expect(() => definitionSchemaFor(text)).toThrow(DefinitionFileError)
  expect(() => definitionSchemaFor(text)).toThrow(expected)
})
