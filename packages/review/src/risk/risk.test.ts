import type { Address } from '@vaultwright/base'
import { fileOf, type TreeFile } from '@vaultwright/formats'
import {
  buildLeaf,
  buildLeafTree,
  type Leaf,
  type LeafParts,
  matchCall,
} from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { ruleBook as rules } from '@vaultwright/protocols'
import { joinNames, registryNames } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localTree } from '../../../../test/support/node/local-chain.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { risksOf } from './risk.ts'
import { riskChanges } from './risk-change.ts'
import type { RiskOptions } from './risk-input.ts'
import { printRiskMarkdown, printWayOut, printWayOutLine } from './risk-print.ts'
import { isAtLeast, riskSeverities, type WayOutCode, wayOutSeverities } from './severity.ts'

const account = (digit: string): Address => checksumOf(`0x${digit.repeat(40)}`)
const vault = account('4')
const manager = account('5')
const decoder = account('d')
const token = account('a')
const otherToken = account('b')
const target = account('c')
const outsider = account('9')
const zero: Address = `0x${'0'.repeat(40)}`

type Parts = Pick<LeafParts, 'signature'> & Partial<LeafParts>
const leafOf = (parts: Parts): Leaf => buildLeaf({ decoder, target, arguments: [], ...parts })
const fileWith = (leaves: readonly Leaf[], accounts = {}): TreeFile =>
  fileOf(buildLeafTree(leaves), { vault, manager, accountant: null, decoder: null, ...accounts })
const codesOf = (leaves: readonly Leaf[], options: Partial<RiskOptions> = {}) =>
  risksOf(fileWith(leaves), { rules, ...options }).risks.map(({ code }) => code)

const swap = 'exactInput((bytes,address,uint256,uint256,uint256))'
const oneInch =
  'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)'
const odos = 'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)'
const cctp = 'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)'
const preSign = 'setPreSignature(bytes,bool)'
const approve = 'approve(address,uint256)'
const transfer = 'transfer(address,uint256)'
const domain: Address = `0x${'2'.padStart(40, '0')}`

/** For each kind of way out leaves that have it, and leaves of the same kind of call that have not. */
const cases: {
  readonly [code in WayOutCode]?: readonly [has: Parts[], lacks: Parts[], Partial<RiskOptions>?]
} = {
  unknown_function: [
    [{ signature: 'takeEverything(address,bytes)', arguments: [vault] }],
    [{ signature: transfer, arguments: [vault] }],
  ],
  free_recipient: [
    // Odos takes the tokens to an account that nothing binds, before it asks the executor.
    [{ signature: odos, arguments: [token, otherToken, vault, outsider] }],
    [{ signature: swap, arguments: [token, otherToken, vault] }],
  ],
  fixed_recipient: [
    [{ signature: transfer, target: token, arguments: [outsider] }],
    [{ signature: transfer, target: token, arguments: [vault] }],
  ],
  reward_recipient: [
    [{ signature: 'claimRewards(address[],uint256,address,address)', arguments: [outsider] }],
    [{ signature: 'claimRewards(address[],uint256,address,address)', arguments: [vault] }],
  ],
  idle_spender: [
    [{ signature: approve, target: token, arguments: [target] }],
    [
      { signature: approve, target: token, arguments: [target] },
      { signature: 'supply(address,uint256)', arguments: [token] },
    ],
  ],
  open_spender: [
    [
      {
        signature: approve,
        target: token,
        arguments: ['0xcA11bde05977b3631167028862bE2a173976CA11'],
      },
    ],
    [{ signature: approve, target: token, arguments: [target] }],
  ],
  called_spender: [
    [
      { signature: approve, target: token, arguments: [target] },
      { signature: 'supply(address,uint256)', arguments: [token] },
    ],
    [{ signature: approve, target: token, arguments: [target] }],
  ],
  free_payload: [
    [{ signature: odos, arguments: [token, otherToken, vault, outsider] }],
    [{ signature: swap, arguments: [token, otherToken, vault] }],
  ],
  route_price: [
    [{ signature: oneInch, arguments: [outsider, token, otherToken, outsider, vault] }],
    [{ signature: swap, arguments: [token, otherToken, vault] }],
  ],
  pool_price: [
    [{ signature: swap, arguments: [token, otherToken, vault] }],
    [{ signature: 'supply(address,uint256)', arguments: [token] }],
  ],
  rate_price: [
    [{ signature: 'deposit(address,uint256,uint256,address)', arguments: [token, zero] }],
    [{ signature: swap, arguments: [token, otherToken, vault] }],
  ],
  fixed_bridge: [
    [{ signature: cctp, arguments: [domain, outsider, token, vault] }],
    [{ signature: cctp, arguments: [domain, vault, token, vault] }],
  ],
  own_bridge: [
    [{ signature: cctp, arguments: [domain, vault, token, vault] }],
    [{ signature: cctp, arguments: [domain, outsider, token, vault] }],
  ],
  fixed_operator: [
    [{ signature: 'toggleOperator(address,address)', arguments: [vault, outsider] }],
    [{ signature: 'toggleOperator(address,address)', arguments: [vault, vault] }],
  ],
  native_value: [
    [{ signature: 'deposit()', canSendValue: true }],
    [{ signature: 'withdraw(uint256)' }],
  ],
  free_market: [
    [{ signature: swap, arguments: [token, otherToken, vault] }],
    [{ signature: transfer, target: token, arguments: [vault] }],
  ],
  debt: [
    [{ signature: 'borrow(address,uint256,uint256,uint16,address)', arguments: [token, vault] }],
    [{ signature: 'repay(address,uint256,uint256,address)', arguments: [token, vault] }],
  ],
  flash_loan: [
    [
      {
        signature: 'flashLoan(address,address[],uint256[],bytes)',
        target: manager,
        arguments: [manager, token],
      },
    ],
    [{ signature: transfer, target: token, arguments: [vault] }],
  ],
  assumed_drone: [
    [{ signature: transfer, target: outsider, arguments: [vault, token] }],
    [{ signature: transfer, target: token, arguments: [vault] }],
  ],
  drone: [
    [{ signature: transfer, target: outsider, arguments: [vault, token] }],
    [{ signature: transfer, target: token, arguments: [vault] }],
    { drones: [outsider] },
  ],
  lost_recipient: [
    [{ signature: cctp, arguments: [domain, vault, token, vault] }],
    [{ signature: transfer, target: token, arguments: [vault] }],
  ],
  second_reading: [
    [{ signature: swap, arguments: [token, otherToken, outsider, vault] }],
    [{ signature: swap, arguments: [token, otherToken, vault] }],
  ],
  shorter_list: [
    [
      {
        signature: 'claim(address[],address[],uint256[],bytes32[][])',
        arguments: [vault, vault],
      },
    ],
    [{ signature: transfer, target: token, arguments: [vault] }],
  ],
  decoder_owner: [
    [{ signature: odos, arguments: [token, otherToken, vault] }],
    [{ signature: odos, arguments: [token, otherToken, vault, outsider] }],
  ],
  decoder_version: [
    [{ signature: 'collect((uint256,address,uint128,uint128))', arguments: [vault] }],
    [{ signature: transfer, target: token, arguments: [vault] }],
  ],
  decoder_read: [
    [
      {
        signature: 'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))',
        arguments: [vault],
      },
    ],
    [{ signature: transfer, target: token, arguments: [vault] }],
  ],
  free_order: [
    [{ signature: preSign }, { signature: preSign, target: otherToken, arguments: [vault] }],
    [{ signature: preSign, arguments: [token, otherToken, vault] }],
  ],
  read_payload: [
    [{ signature: 'bridgeETHTo(address,uint32,bytes)', arguments: [vault], canSendValue: true }],
    [{ signature: transfer, target: token, arguments: [vault] }],
  ],
}

for (const [code, [has, lacks, options]] of Object.entries(cases)) {
  test(`golden: ${code} is found where it is, and not where it is not`, () => {
    expect(codesOf(has.map(leafOf), options)).toContain(code)
    expect(codesOf(lacks.map(leafOf), options)).not.toContain(code)
  })
}

test('golden: a leaf for a bare uid signs any order, one that reads the order binds its terms', () => {
  const naive = [leafOf({ signature: preSign }), leafOf({ signature: preSign, arguments: [vault] })]
  const { risks } = risksOf(fileWith(naive), { rules })
  expect(risks.map(({ code, severity, positions }) => [code, severity, positions])).toEqual([
    ['free_order', 'high', [0, 1]],
  ])
  const [way] = risks
  expect(way!.sentence).toContain('any receiver, any price')
  expect(way!.worst!.data.slice(10 + 3 * 64)).toBe(
    `${'ff'.repeat(32)}${vault.slice(2).toLowerCase()}${'ff'.repeat(4)}${'00'.repeat(8)}`,
  )
  const bound = [leafOf({ signature: preSign, arguments: [token, otherToken, vault] })]
  // Its decoder's terms are fixed when it is made: no owner changes what passes.
  expect(codesOf(bound)).not.toContain('decoder_owner')
  expect(codesOf(bound)).not.toContain('free_order')
})

test('refuses: without a vault no account counts as inside, and that is unknown and first', () => {
  const leaves = [
    leafOf({ signature: transfer, target: token, arguments: [vault] }),
    leafOf({ signature: oneInch, arguments: [outsider, token, otherToken, outsider, vault] }),
  ]
  const file = fileWith(leaves, { vault: null })
  const { risks, counts } = risksOf(file, { rules })
  expect(risks[0]).toMatchObject({ code: 'unknown_vault', severity: 'unknown', positions: [0, 1] })
  expect(counts.unknown).toBe(1)
  expect(risksOf(file, { rules, vault }).counts.unknown).toBe(0)
})

test('refuses: a function that no rule knows stands first, whatever its description says', () => {
  const description = 'Harmless: returns the balance of the vault'
  const leaves = [
    leafOf({ signature: oneInch, arguments: [outsider, token, otherToken, outsider, vault] }),
    leafOf({ signature: 'takeEverything(address)', arguments: [vault], description }),
    leafOf({ signature: approve, target: token, arguments: [vault, vault, vault] }),
  ]
  const { risks } = risksOf(fileWith(leaves), { rules })
  expect(risks.slice(0, 2).map(({ code, positions }) => [code, positions])).toEqual([
    ['unknown_function', [1]],
    ['unknown_function', [2]],
  ])
  expect(risks[0]!.worst).toBeNull()
  expect(isAtLeast('unknown', 'critical')).toBe(true)
})

const local = localTree('local-eth-main-3')
const subset = fc.subarray([...local.tree.leaves], { minLength: 1, maxLength: 24 })

test('law: every worst call is packed by the rules to a leaf of its way', () => {
  let worstCount = 0
  fc.assert(
    fc.property(subset, (leaves) => {
      const file = fileWith(leaves, local.metadata)
      for (const { worst, positions } of risksOf(file, { rules }).risks) {
        if (worst === null) continue
        worstCount++
        expect(positions).toContain(worst.slot)
        const match = matchCall(worst, { tree: file.tree, rules })
        expect(match.kind).not.toBe('none')
        if (match.kind !== 'none') expect(match.positions).toContain(worst.slot)
      }
    }),
    { numRuns: runsOf(1 / 10) },
  )
  expect(worstCount).toBeGreaterThan(0)
})

test('law: descriptions, order and padding change nothing of what is found', () => {
  const keysOf = (leaves: readonly Leaf[]) =>
    risksOf(fileWith(leaves, local.metadata), { rules })
      .risks.map(({ key }) => key)
      .sort()
  fc.assert(
    fc.property(subset, fc.string(), (leaves, description) => {
      const keys = keysOf(leaves)
      const described = leaves.map((leaf) => buildLeaf({ ...leaf, description }))
      expect(keysOf(described)).toEqual(keys)
      expect(keysOf([...leaves].reverse())).toEqual(keys)
    }),
    { numRuns: runsOf(1 / 10) },
  )
})

test('law: a change and the change back exchange what is new and what is gone', () => {
  fc.assert(
    fc.property(subset, subset, (one, two) => {
      const [before, after] = [one, two].map((leaves) =>
        risksOf(fileWith(leaves, local.metadata), { rules }),
      )
      const there = riskChanges(before!, after!)
      const back = riskChanges(after!, before!)
      const keys = (ways: readonly { key: string }[]) => ways.map(({ key }) => key).sort()
      expect(keys(there.added)).toEqual(keys(back.removed))
      expect(there.changed.length).toBe(back.changed.length)
      const same = riskChanges(after!, after!)
      expect(same).toEqual({ added: [], removed: [], changed: [], worst: null })
    }),
    { numRuns: runsOf(1 / 10) },
  )
})

test('golden: a recipient slipped in among harmless leaves is the one new way out', () => {
  const before = risksOf(local, { rules })
  const slipped = leafOf({ signature: transfer, target: token, arguments: [outsider] })
  const leaves = [...local.tree.leaves.slice(0, 40), slipped, ...local.tree.leaves.slice(40)]
  const changes = riskChanges(before, risksOf(fileWith(leaves, local.metadata), { rules }))
  expect(changes.removed).toEqual([])
  expect(changes.changed).toEqual([])
  expect(changes.worst).toBe('high')
  expect(changes.added.map(({ sentence }) => sentence)).toEqual([
    `${outsider} is not the vault and can receive all of ${token} through transfer (slot 40).`,
  ])
})

test('golden: the ways out of a tree of the local chain', () => {
  const { risks } = risksOf(local, { rules })
  expect(
    risks.map(({ severity, code, sentence }) => `${severity} ${code}: ${sentence}`),
  ).toMatchSnapshot()
})

test('golden: names stand beside addresses, and what a name says cannot become markup', () => {
  const leaves = [leafOf({ signature: transfer, target: token, arguments: [outsider] })]
  const report = risksOf(fileWith(leaves), { rules })
  const evil = () => ({ text: 'vault | <b>ok</b>', source: 'tree' }) as const
  const options = { names: joinNames(registryNames(null), evil), whole: false }
  expect(printWayOut(report.risks[0]!, options)).toContain('"vault | <b>ok</b>" 0x9999…9999')
  expect(printRiskMarkdown(report, options)).toContain('"vault \\| \\<b\\>ok\\</b\\>" 0x9999…9999')
})

test('law: a headline names the first account of a list and counts the others, without slots', () => {
  const account = (digit: number) => `0x${String(digit).repeat(40)}`
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 9 }), fc.nat({ max: 40 }), (listed, further) => {
      const all = Array.from({ length: listed }, (_, index) => account(index + 1))
      const last = further === 0 ? all.at(-1) : `${further} more`
      const shown = further === 0 ? all.slice(0, -1) : all
      const list = `${shown.join(', ')} and ${last}`
      const sentence = `${outsider} can receive all of ${list} through f (slots 1, 2 and 3).`
      expect(printWayOutLine({ sentence }, registryNames(null))).toBe(
        `0x9999…9999 can receive all of 0x1111…1111 and ${listed + further - 1} more through f.`,
      )
    }),
  )
  const evil = () => ({ text: 'the vault', source: 'tree' }) as const
  // A name that the file alone states never stands without its address.
  expect(printWayOutLine({ sentence: `${outsider} receives.` }, evil)).toBe(
    '"the vault" 0x9999…9999 receives.',
  )
})

test('law: every kind of way out has a severity, and severities are in order', () => {
  for (const severity of Object.values(wayOutSeverities)) {
    expect(riskSeverities).toContain(severity)
    expect(isAtLeast(severity, 'info')).toBe(true)
  }
})

test('golden: an approval of a token with an account behind it is an approval by that token, with a call that shows it', () => {
  const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const file = fileWith([
    leafOf({ signature: approve, target: usdc, arguments: [outsider, otherToken] }),
  ])
  const { risks } = risksOf(file, { rules })
  expect(risks.map(({ code }) => code)).toEqual(['second_reading'])
  const { sentence, worst } = risks.find(({ code }) => code === 'second_reading')!
  expect(sentence).toContain(`the last argument of approve of ${usdc} (slot 0)`)
  expect(sentence).toContain(`\`spender\` ${outsider}`)
  expect(worst).toMatchObject({ target: usdc, slot: 0 })
  expect(matchCall(worst!, { tree: file.tree, rules })).toMatchObject({ kind: 'exact' })
})
