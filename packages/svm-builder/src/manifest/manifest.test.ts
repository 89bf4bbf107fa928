import { encodeDigestAccount, type SvmAccount, type SvmAddress } from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filledAddress, vaultSnapshot } from '../../../../test/solana/support/vault-snapshot.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { manifestReads } from '../build/reads.ts'
import { parseSvmDefinition } from '../definition/definition.ts'
import { printSvmDefinition } from '../definition/definition-print.ts'
import { permissionsOf } from '../permission/permission.ts'
import { svmConstraintsOf, svmManifestOf } from './manifest.ts'

const treasury = filledAddress(8)
const outside = filledAddress(9)
const definition = parseSvmDefinition(`
kind: solana
name: Test
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens:
  USDC: { mint: ${filledAddress(2)}, decimals: 6 }
  EURC: { mint: ${filledAddress(3)}, decimals: 6 }
accounts:
  treasury: ${treasury}
permissions:
  - { action: spl_token/transfer, sub_account: [0, 1], token: [USDC, EURC], recipient: [treasury, ${outside}] }
  - { action: spl_token/wrap, operators: [{ ingest_instruction: [0, 4] }] }
`)
const everything = vaultSnapshot(definition)
const transfers = permissionsOf(definition).filter(({ route }) => route === 'spl_token/transfer')

/** Only these digests exist. */
function withDigests(existing: ReadonlySet<SvmAddress>) {
  const changes = permissionsOf(definition).flatMap(({ digestAddress }) =>
    existing.has(digestAddress) ? [] : [[digestAddress, null] as const],
  )
  return vaultSnapshot(definition, { changes })
}

test('golden: the manifest of a transfer', () => {
  const manifest = svmManifestOf(definition, everything)
  expect(Object.keys(manifest)).toEqual(['spl_token/transfer', 'spl_token/wrap'])
  expect(manifest['spl_token/transfer']).toEqual({
    name: 'Transfer',
    protocol: 'spl_token',
    protocolAppUrl: null,
    description: 'Sends a token of a sub-account to a token account.',
    hasConstraints: false,
    params: [
      {
        ...text('sub_account', 'Sub-account that acts: the holder of the funds'),
        type: 'int',
        required: false,
        defaultValue: 0,
        choices: ['0', '1'],
        minValue: 0,
        maxValue: 255,
      },
      {
        ...text('token', 'Mint'),
        choices: [
          ['USDC', filledAddress(2)],
          ['EURC', filledAddress(3)],
        ],
      },
      {
        ...text('recipient', 'Owner of the token account'),
        choices: [
          ['treasury', treasury],
          [outside, outside],
        ],
      },
      {
        ...text('amount', 'Amount of the token'),
        type: 'Decimal',
        required: false,
        minValue: 0,
        omitToUseAll: true,
        choices: null,
      },
    ],
  })
  expect(svmConstraintsOf(definition, everything, 'spl_token/transfer')).toBeNull()
})

function text(name: string, description: string) {
  return {
    name,
    type: 'str',
    description,
    required: true,
    defaultValue: null,
    choices: [],
    minValue: null,
    maxValue: null,
    omitToUseAll: false,
    acceptRawString: false,
  }
}

test('golden: the default sub-account is that of deposits, and asked for where it may not act', () => {
  const of = (depositSubAccount: number) => {
    const snapshot = vaultSnapshot(definition, { state: { depositSubAccount } })
    const { params } = svmManifestOf(definition, snapshot)['spl_token/transfer']!
    return [params[0]!.required, params[0]!.defaultValue]
  }
  expect(of(1)).toEqual([false, 1])
  expect(of(7)).toEqual([true, null])
})

test('golden: a digest that pins no sub-account is a constraint without one', () => {
  const wrap = permissionsOf(definition).at(-1)!
  expect(wrap.pinsSubAccount).toBe(false)
  expect(svmConstraintsOf(definition, everything, 'spl_token/wrap')).toBeNull()
  expect(svmManifestOf(definition, everything)['spl_token/wrap']!.params[0]!.choices).toEqual(['0'])
})

test('golden: what a digest leaves free may be anything, and is in no constraint', () => {
  const thin = parseSvmDefinition(
    printSvmDefinition({
      ...definition,
      permissions: [
        {
          route: 'spl_token/transfer',
          subAccounts: [0],
          values: { token: ['USDC'], recipient: ['treasury'] },
          operators: [
            { kind: 'ingest_instruction', start: 0, length: 1 },
            { kind: 'ingest_account', index: 1 },
          ],
          flags: {},
        },
      ],
    }),
  )
  const [permission] = permissionsOf(thin)
  expect(permission).toMatchObject({
    freeNames: ['recipient'],
    pinsSubAccount: false,
    free: ['amount', 'accounts 0', 'accounts 2', 'accounts 3', 'data length'],
  })
  const snapshot = vaultSnapshot(thin)
  const { params, hasConstraints } = svmManifestOf(thin, snapshot)['spl_token/transfer']!
  expect(params.find(({ name }) => name === 'recipient')!.choices).toEqual([])
  expect(hasConstraints).toBe(false)
  expect(permissionsOf(definition)[0]!.freeNames).toEqual([])
})

test('law: the manifest and the constraints have exactly the digests that exist', () => {
  const all = transfers.map(({ digestAddress }) => digestAddress)
  fc.assert(
    fc.property(fc.subarray(all), (existing) => {
      const snapshot = withDigests(new Set(existing))
      const action = svmManifestOf(definition, snapshot)['spl_token/transfer']
      expect(action === undefined).toBe(existing.length === 0)
      if (existing.length === 0) {
        expect(() => svmConstraintsOf(definition, snapshot, 'spl_token/transfer')).toThrow(
          /no permission for spl_token/,
        )
        return
      }
      const constraints = svmConstraintsOf(definition, snapshot, 'spl_token/transfer')
      expect(action?.hasConstraints ?? false).toBe(constraints !== null)
      const listed =
        constraints ??
        (action === undefined
          ? []
          : mixesOf(
              action.params.slice(0, 3).map(({ name, choices }) => ({ name, choices: choices! })),
            ))
      const permitted = transfers
        .filter(({ digestAddress }) => existing.includes(digestAddress))
        .map(({ texts, subAccount }) => ({ sub_account: String(subAccount), ...texts }))
      expect(sorted(listed)).toEqual(sorted(permitted))
    }),
    { numRuns: runsOf(0.5) },
  )
})

function mixesOf(
  parameters: readonly { name: string; choices: readonly (string | readonly [string, string])[] }[],
) {
  return parameters.reduce<readonly Readonly<Record<string, string>>[]>(
    (partial, { name, choices }) =>
      partial.flatMap((mix) =>
        choices.map((choice) => ({
          ...mix,
          [name]: typeof choice === 'string' ? choice : choice[1],
        })),
      ),
    [{}],
  )
}

function sorted(rows: readonly Readonly<Record<string, string>>[]): readonly string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
}

test('refuses: a digest with other operators, of another program or of another kind counts as none', () => {
  const { digestAddress } = transfers[0]!
  const account = everything.accounts.get(digestAddress)!
  const changes: readonly SvmAccount[] = [
    { ...account, data: encodeDigestAccount([]) },
    { ...account, owner: filledAddress(5) },
    { ...account, data: everything.accounts.get(definition.vault)!.data },
  ]
  for (const change of changes) {
    const snapshot = vaultSnapshot(definition, { changes: [[digestAddress, change]] })
    expect(svmConstraintsOf(definition, snapshot, 'spl_token/transfer')).toHaveLength(7)
  }
})

test('refuses: what was not read is not guessed', () => {
  const reads = manifestReads(definition)
  expect(reads).toHaveLength(10)
  const [, left] = reads
  const accounts = new Map([...everything.accounts].filter(([address]) => address !== left))
  expect(() => svmManifestOf(definition, { slot: 1n, accounts })).toThrow(/snapshot lacks/)
})
