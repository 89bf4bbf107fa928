import { chains } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { defineVault, type PermissionDraft, type VaultDefinitionDraft } from './define-vault.ts'
import { chainIn, DefinitionFileError, parseDefinition, strategistIn } from './definition.ts'

const vault = '0x1111111111111111111111111111111111111111'
const manager = '0x2222222222222222222222222222222222222222'
const decoder = '0x3333333333333333333333333333333333333333'
const head = `name: Test
chains:
  mainnet:
    vault: ${vault}
    manager: ${manager}
    decoders: { default: ${decoder} }
    strategists:
      main:
        permissions:
`
const textOf = (...entries: readonly string[]) =>
  head + entries.map((entry) => `          - ${entry}\n`).join('')

/** The problem and its place, as `line:column message`. */
function problemsOf(text: string): readonly string[] {
  try {
    parseDefinition(text)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionFileError)
    const { problems } = (error as DefinitionFileError).facts as {
      problems: readonly { line: number; column: number; message: string }[]
    }
    return problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
  }
}

test('default: YAML, JSON and code give the same definition', () => {
  const entry = {
    protocol: 'aave_v3',
    actions: ['supply'],
    pool: 'Spark',
    asset: ['WETH'],
  } as const
  const draft: VaultDefinitionDraft = {
    name: 'Test',
    chains: {
      mainnet: {
        vault,
        manager,
        decoders: { default: decoder },
        strategists: { main: { permissions: [entry] } },
      },
    },
  }
  const yaml = textOf('{ protocol: aave_v3, actions: [supply], pool: Spark, asset: [WETH] }')
  const { locationOf: _, ...fromYaml } = parseDefinition(yaml)
  const { locationOf: __, ...fromJson } = parseDefinition(JSON.stringify(draft))
  const { locationOf: ___, ...fromCode } = defineVault(draft)
  expect(fromYaml).toEqual(fromCode)
  expect(fromJson).toEqual(fromCode)
})

test('law: every chain is known in any letter case, and problems stand where the file writes it', () => {
  for (const { id, slug } of chains) {
    for (const key of [slug, slug.toUpperCase(), `${slug[0]!.toUpperCase()}${slug.slice(1)}`]) {
      const text = textOf('{ protocol: aave_v4 }').replace('mainnet:', `${key}:`)
      const [problem] = problemsOf(text)
      expect(problem).toContain(`chains.${key}.strategists`)
      const sound = `{ name: T, chains: { ${key}: { vault: '${vault}', manager: '${manager}', decoders: { default: '${decoder}' }, strategists: {} } } }`
      const [chain] = parseDefinition(sound).chains
      expect([chain!.chain.id, chain!.key]).toEqual([id, key])
    }
  }
})

test('refuses: one chain under two spellings', () => {
  const chain = `{ vault: '${vault}', manager: '${manager}', decoders: { default: '${decoder}' }, strategists: {} }`
  const text = `name: T\nchains:\n  hyperEVM: ${chain}\n  hyperevm: ${chain}\n`
  expect(problemsOf(text)).toEqual([
    '4:3 chains.hyperevm is HyperEVM, as hyperEVM is. Give each chain once',
  ])
})

test('behavior: the compiler knows the names of protocols, actions and parameters', () => {
  const of = (permissions: readonly PermissionDraft[]) =>
    defineVault({
      name: 'Test',
      chains: {
        mainnet: {
          vault,
          manager,
          decoders: { default: decoder },
          strategists: { main: { permissions } },
        },
      },
    })
  expect(
    of([{ protocol: 'aave_v3', actions: ['supply'], pool: 'Spark', asset: 'WETH' }]),
  ).toBeDefined()
  // @ts-expect-error no action of Aave is called so
  expect(() => of([{ protocol: 'aave_v3', actions: ['suply'] }])).toThrow(DefinitionFileError)
  // @ts-expect-error no parameter of Aave is called so
  expect(() => of([{ protocol: 'aave_v3', poool: 'Spark' }])).toThrow(DefinitionFileError)
})

test('error: DefinitionFileError names every wrong key and value with its place', () => {
  const text = `name: Test
chains:
  mainet:
    vault: ${vault}
    manager: 0x22
    decoder: { default: ${decoder} }
    decoders: {}
    strategists: {}
`
  expect(problemsOf(text)).toEqual([
    '5:5 chains.mainet.manager must be an address: 0x and 40 hex digits',
    '7:5 chains.mainet.decoders needs a decoder',
    '6:5 chains.mainet.decoder is not a key here. Did you mean decoders?',
    '3:3 chains.mainet is not a chain that is known. Did you mean mainnet?',
  ])
})

test.each([
  ['{ protocol: aave }', /^10:15 .*protocol is not a protocol that is known: "aave"/],
  [
    '{ protocol: aave_v3, actions: [suply] }',
    /^10:44 .*actions\[0\] is not an action of aave_v3: "suply". Did you mean supply\?$/,
  ],
  [
    '{ protocol: aave_v3, aset: WETH }',
    /^10:34 .*aset is not a parameter .* Did you mean asset\?$/,
  ],
  ['{ protocol: aave_v3, amount: 1 }', /amount is chosen with each call/],
  ['{ protocol: aave_v3, each: [{ poool: x }] }', /each\[0\]\.poool is not a parameter/],
  ['{ protocol: aave_v3, approvals: maybe }', /approvals must be of type boolean/],
  [
    '{ leaf: { target: vault, signature: a(), selctor: 0x12345678 } }',
    /leaf\.selctor is not a key/,
  ],
  ['{ actions: [supply] }', /protocol is missing/],
  ['nonsense', /must be of type object/],
])('error: DefinitionFileError for %s', (entry, problem) => {
  expect(problemsOf(textOf(entry))[0]).toMatch(problem)
})

test('behavior: a wrong name of an action does not make its parameters wrong; a question closes the sentence', () => {
  const entry = '{ protocol: aave_v3, actions: [suply], pool: x, asset: y, poool: z }'
  expect(problemsOf(textOf(entry))).toEqual([
    expect.stringMatching(/actions\[0\] is not an action/),
    expect.stringMatching(/\.poool is not a parameter/),
  ])
  expect(() => parseDefinition(textOf('{ protocol: aave_v3, actions: [suply] }'))).toThrow(
    /Correct .*Did you mean supply\?$/,
  )
  expect(() => parseDefinition(textOf('{ actions: [supply] }'))).toThrow(/protocol is missing\.$/)
})

test('error: DefinitionFileError for text that is not YAML, and names that are taken', () => {
  expect(problemsOf('name: [')[0]).toMatch(/^\d+:\d+ /)
  expect(problemsOf(textOf('{}').replace('name: Test', 'name: Test\nname: Twice'))[0]).toMatch(
    /^2:/,
  )
  const twice = head.replace(
    '    decoders',
    `    addresses: { WETH: ${vault}, vault: ${vault} }\n    tokens: { WETH: ${manager} }\n    decoders`,
  )
  expect(problemsOf(`${twice}          []\n`)).toEqual([
    "6:68 chains.mainnet.addresses.vault is a name that stands for the vault's own account. Choose another",
  ])
  expect(problemsOf(`${twice.replace(`, vault: ${vault}`, '')}          []\n`)).toEqual([
    '7:15 chains.mainnet.tokens.WETH is a name that addresses has, too. Choose another',
  ])
})

test('error: MissingPartError names the nearest', () => {
  const definition = parseDefinition(`${head}          []\n`)
  const missing = expect.objectContaining({ code: 'missing_part' })
  expect(() => chainIn(definition, 'base')).toThrow(missing)
  expect(chainIn(definition, '1')).toBe(chainIn(definition, 'mainnet'))
  expect(() => strategistIn(chainIn(definition, 1), 'mian')).toThrow(/Did you mean main\?/)
})

test('error: DefinitionFileError for what would be dropped or permitted without a word', () => {
  const problemOf = (entry: string) => problemsOf(textOf(entry)).join('\n')
  expect(problemOf('{ protocol: satlayer }')).toMatch('is a protocol that no action is known of')
  expect(
    problemOf('{ protocol: aave_v3, actions: [supply], packing: AaveV2, asset: WETH }'),
  ).toMatch('.packing is not a version that packs these actions: "AaveV2". Did you mean AaveV3?')
  expect(problemOf('{ protocol: lido, actions: [stake], value: false }')).toMatch(
    '.value is false, but calls of lido/stake always carry value.',
  )
  expect(problemOf('{ protocol: aave_v3, actions: [supply], value: true, asset: WETH }')).toMatch(
    '.value is true, but calls of aave_v3/supply never carry value.',
  )
  const both =
    '{ protocol: aave_v3, actions: [supply], asset: [WETH, USDC], each: [{ asset: DAI }] }'
  expect(problemOf(both)).toMatch('.each[0].asset stands beside each, too')
})

test('error: DefinitionFileError for two strategists of one address, which has one root', () => {
  const withOther = (address: string) => `
      second: { address: ${address}, permissions: [] }
      third: { address: manager, permissions: [] }
`
  const text = head.replace('main:', `main:\n        address: ${decoder}`) + withOther(decoder)
  const path = 'chains.mainnet.strategists'
  expect(problemsOf(text.replace('permissions:\n\n', 'permissions: []\n'))).toEqual([
    `11:17 ${path}.second.address is the address of main, too, and an address has one root`,
  ])
  expect(
    problemsOf(text.replace('permissions:\n\n', 'permissions: []\n').replaceAll(decoder, manager)),
  ).toHaveLength(2)
})

test('default: an anchor is used as often as a large vault needs', () => {
  const use = '{ protocol: aave_v3, actions: [supply], asset: *asset }'
  const text = textOf(use.replace('*', '&asset ').replace('&asset asset', '&asset WETH'))
  const many = `          - ${use}\n`.repeat(4096)
  const { permissions } = strategistIn(chainIn(parseDefinition(text + many), 1), 'main')
  expect(permissions).toHaveLength(4097)
})

test('error: DefinitionFileError for aliases that multiply, a second document, depth without end', () => {
  const bomb = ['a: &a0 [x, x, x, x, x, x, x, x, x]']
  for (let index = 1; index < 9; index++)
    bomb.push(`b${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}]`)
  expect(problemsOf(bomb.join('\n'))).toEqual(['1:1 it nests or repeats itself without end'])
  expect(problemsOf(`${textOf('[]')}---\nname: Other\n`).join()).toMatch('a second document begins')
  expect(problemsOf('['.repeat(20_000)).join()).toMatch('it nests without end')
})

test('error: DefinitionFileError for accounts that are the zero address', () => {
  const zero = `0x${'0'.repeat(40)}`
  expect(problemsOf(textOf('[]').replace(vault, zero)).join()).toMatch('vault is the zero address')
  expect(
    problemsOf(textOf('{ protocol: lido, actions: [stake] }').replace(manager, vault)).join(),
  ).toMatch('manager is the vault, too')
})

test('error: DefinitionFileError for a number as a name: such names would come first wherever they stand', () => {
  const decoders = `{ other: ${manager}, 7: ${decoder} }`
  const text = textOf('[]').replace(`{ default: ${decoder} }`, decoders)
  expect(problemsOf(text).join()).toMatch('decoders.7 must be a name: a text that is not a number')
})

test('error: DefinitionFileError names a hundred problems at most, and none at length', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `key${at}: 1`).join('\n')
  for (const text of [keys, '&a '.repeat(5_000), '!'.repeat(100_000)]) {
    try {
      parseDefinition(text)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(DefinitionFileError)
      const { facts, message } = error as DefinitionFileError
      expect((facts.problems as readonly unknown[]).length).toBeLessThanOrEqual(100)
      expect(message.length).toBeLessThan(60_000)
    }
  }
})
