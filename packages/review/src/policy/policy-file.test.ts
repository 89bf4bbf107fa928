import { readdirSync, readFileSync } from 'node:fs'
import type { BaseError } from '@vaultwright/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { PolicyFileError, parsePolicy, policySchema } from './policy-file.ts'

const account = '0x91B1AE3f63Cb06C306175b7DEd0b68586A68e9d3'

function refusal(text: string): BaseError {
  try {
    parsePolicy(text)
  } catch (error) {
    if (error instanceof PolicyFileError) return error
    throw error
  }
  throw new Error(`read: ${text}`)
}

const accounts = fc.nat(2 ** 30).map((value) => `0x${value.toString(16).padStart(40, '0')}`)
const severity = fc.constantFrom('error', 'warning', 'info')
const listed = fc.record(
  { severity, allow: fc.array(accounts, { maxLength: 3 }) },
  { requiredKeys: [] },
)
const policies = fc.record(
  {
    version: fc.constant(1),
    vault: accounts,
    drones: fc.array(accounts, { maxLength: 3 }),
    transfers: listed,
    approvals: listed,
    exits: fc.record({ severity }, { requiredKeys: [] }),
    bridges: fc.record(
      {
        chains: fc.subarray(['mainnet', 'base', 'hyperevm']),
        numbers: fc.record({
          ccip: fc.array(fc.bigInt(0n, 2n ** 64n).map(String), { maxLength: 2 }),
        }),
      },
      { requiredKeys: [] },
    ),
    maximum_leaves: fc.nat(5000),
  },
  { requiredKeys: ['version'] },
)

describe('parsePolicy', () => {
  test('default: JSON and YAML say the same', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        const parsed = parsePolicy(JSON.stringify(policy))
        expect(parsePolicy(JSON.stringify(policy, null, 2))).toEqual(parsed)
        expect(parsePolicy(stringify(policy))).toEqual(parsed)
        expect(parsed.maximum_leaves?.limit).toBe(policy.maximum_leaves)
      }),
    )
  })

  test('behavior: accounts and numbers of chains need no quotes', () => {
    const text = `version: 1\ntransfers:\n  allow: [${account}]\nbridges:\n  numbers:\n    ccip: [5009297550715157269]\n`
    const { transfers, bridges } = parsePolicy(text)
    expect(transfers!.allow).toEqual([account])
    expect(bridges!.numbers.ccip).toEqual([5009297550715157269n])
  })

  test('behavior: the examples are read, and fit the JSON Schema by their keys', () => {
    const folder = new URL('../../../../fixtures/policy/', import.meta.url)
    const names = readdirSync(folder).filter((name) => /\.(yaml|json)$/.test(name))
    expect(names.length).toBeGreaterThan(2)
    const { properties, additionalProperties, required } = policySchema() as {
      properties: object
      additionalProperties: boolean
      required: string[]
    }
    expect(additionalProperties).toBe(false)
    expect(required).toEqual(['version'])
    for (const name of names) {
      const policy = parsePolicy(readFileSync(new URL(name, folder), 'utf8'))
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(policy)))
    }
  })

  test('golden: rules for who controls a vault stand in the same file, durations in seconds', () => {
    const text = `version: 1
control:
  set_root: { least_keys: 3, least_delay: 24h }
  mint: { not_public: true, only_through: [${account}] }
  pause: { most_keys: 1, most_delay: 0s, on: { '${account}': { most_keys: 2 } } }
  any: { unknown_code: refuse, complete: require, modules: listed }
`
    expect(parsePolicy(text).control).toEqual({
      set_root: { least_keys: 3, least_delay: 86_400 },
      mint: { not_public: true, only_through: [account] },
      pause: { most_keys: 1, most_delay: 0, on: { [account]: { most_keys: 2 } } },
      any: { unknown_code: 'refuse', complete: 'require', modules: 'listed' },
    })
  })

  test('refuses: an unknown act, an unknown demand, a duration without unit and an empty rule, each by its place', () => {
    const text = `version: 1
control:
  set_rot: { least_keys: 3 }
  mint: { least_key: 3 }
  burn: { least_delay: 24 h }
  pause: {}
  unpause: { on: { queue: { least_keys: 2 } } }
`
    const problems = refusal(text).facts.problems as readonly { readonly line: number }[]
    expect([...problems].sort((one, other) => one.line - other.line)).toEqual([
      {
        line: 3,
        column: 3,
        message: 'control.set_rot is not a key of a policy. Did you mean set_root?',
      },
      {
        line: 4,
        column: 11,
        message: 'control.mint.least_key is not a key of a policy. Did you mean least_keys?',
      },
      {
        line: 5,
        column: 11,
        message: 'control.burn.least_delay must be a duration such as 0s, 30min, 24h or 7d',
      },
      { line: 6, column: expect.any(Number), message: 'control.pause needs a demand' },
      {
        line: 7,
        column: expect.any(Number),
        message: 'control.unpause.on.queue must be the address of a contract: 0x and 40 hex digits',
      },
    ])
  })

  test('error: PolicyFileError names every place', () => {
    const text = `version: 1\nvalut: ${account}\ntransfers:\n  alow: []\n  allow:\n    - ${account}\n    - 0x12\n`
    const { facts, message } = refusal(text)
    expect(facts.problems).toEqual([
      {
        line: 7,
        column: 7,
        message: expect.stringMatching(/^transfers\.allow\[1\] must be an account/),
      },
      {
        line: 4,
        column: 3,
        message: 'transfers.alow is not a key of a policy. Did you mean allow?',
      },
      { line: 2, column: 1, message: 'valut is not a key of a policy. Did you mean vault?' },
    ])
    expect(message).toContain('line 7, column 7')
  })

  test('error: PolicyFileError at any line where an unknown key stands', () => {
    fc.assert(
      fc.property(policies, fc.nat(), (policy, from) => {
        const lines = stringify({ ...policy, version: 1 }).split('\n')
        const tops = lines.flatMap((line, at) => (/^\w/.test(line) ? [at] : []))
        const top = tops[from % tops.length]!
        const broken = [...lines.slice(0, top), 'surplus: 1', ...lines.slice(top)].join('\n')
        expect(refusal(broken).facts.problems).toEqual([
          { line: top + 1, column: 1, message: 'surplus is not a key of a policy' },
        ])
      }),
    )
  })

  test.each([
    ['', 'must be of type object'],
    ['a: [', 'line 1, column 5'],
    ['version: 1\nversion: 1', 'line 2, column 1: Map keys must be unique'],
    ['version: 2', 'version must be 1'],
    ['version: !wild 1', 'Unresolved tag'],
    ['version: 1\n---\nversion: 1', 'line 2, column 1: a second document begins'],
    ['version: 1\ntargets: {}', 'targets needs a list'],
    ['version: 1\nexits:', 'exits must be of type object'],
    ['version: 1\ntransfers: { severity: fatal }', 'must be one of error, warning, info'],
    ['version: 1\nbridges: { chains: [nowhere] }', 'bridges.chains[0] must be one of mainnet'],
    ['version: 1\nbridges: { numbers: { cctp: [-1] } }', 'bridges.numbers.cctp[0] must be >=0'],
    ['version: 1\nsignatures: { allow: [approve] }', 'must be a canonical signature'],
    ['version: 1\nvalue: { allow: [all] }', 'must name leaves'],
    ['version: 1\nmaximum_leaves: -1', 'maximum_leaves'],
    [
      'version: 1\nvault: 3.8e+47',
      'vault is read as a number, and must be a text: put it in quotes',
    ],
    [`version: 1\nvault: ${account.replace('B', 'b')}`, 'vault is not an address'],
    [
      `a: &a [${'x, '.repeat(9)}x]\n${Array.from({ length: 9 }, (_, at) => `b${at}: &b${at} [${`*${at === 0 ? 'a' : `b${at - 1}`}, `.repeat(9)}]`).join('\n')}`,
      'nests or repeats',
    ],
    [`version: ${'['.repeat(20_000)}`, 'line 1'],
  ])('error: PolicyFileError for %j', (text, expected) => {
    expect(refusal(text).code).toBe('policy_file')
    expect(refusal(text).message).toContain(expected)
  })
})
