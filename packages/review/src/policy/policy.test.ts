import { readFileSync } from 'node:fs'
import type { Address, Finding } from '@vaultwright/base'
import { printHex } from '@vaultwright/base'
import { fileOf, parseTreeFile } from '@vaultwright/formats'
import {
  buildLeaf,
  buildLeafTree,
  buildRuleBook,
  digestOf,
  type Leaf,
  paddingLeaf,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { contractsOf } from '@vaultwright/registry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { checkPolicy } from './policy.ts'
import { parsePolicy } from './policy-file.ts'

const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const vault = account(0x20)
const manager = account(0x21)
const drone = account(0x22)
const foreign = account(0xbad)
const accounts = { vault, manager, accountant: null, decoder: account(0x100) }
const rules = buildRuleBook([
  {
    decoder: 'All',
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
      { signature: 'transfer(address to, uint256 amount)', packs: 'to' },
      {
        signature: 'supply(address asset, uint256 amount, address onBehalfOf, uint16 code)',
        packs: 'asset, onBehalfOf',
      },
      { signature: 'withdraw(address asset, uint256 amount, address to)', packs: 'asset, to' },
      { signature: 'stake(uint256 amount)', packs: '' },
      { signature: 'unstake(uint256 amount)', packs: '' },
      { signature: 'swapFor(uint256 amount, address receiver)', packs: '' },
      {
        signature:
          'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
        packs: 'recipient, tokens[]',
      },
    ],
  },
])
const supply = 'supply(address,uint256,address,uint16)'
const withdraw = 'withdraw(address,uint256,address)'
const send = 'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)'
const burn = 'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)'

type Parts = {
  readonly signature?: string
  readonly target?: number
  readonly value?: boolean
  readonly args?: readonly Address[]
}

function leaf({ signature = 'transfer(address,uint256)', target = 1, value, args }: Parts): Leaf {
  return buildLeaf({
    decoder: accounts.decoder,
    target: account(target),
    canSendValue: value ?? false,
    signature,
    arguments: args ?? [vault],
  })
}

function judge(leaves: readonly Leaf[], text: string, book = rules): readonly Finding[] {
  const file = fileOf(buildLeafTree(leaves.length > 0 ? leaves : [paddingLeaf]), accounts)
  return checkPolicy(file, parsePolicy(text), { rules: book })
}

const codesOf = (findings: readonly Finding[]) => findings.map(({ code }) => code)
const only = (findings: readonly Finding[]): Finding => {
  expect(codesOf(findings)).toHaveLength(1)
  return findings[0]!
}

/** Two halves of a bytes32, as they are packed. */
const halves = (hex: string): readonly Address[] => [
  `0x${hex.slice(2, 34)}${'0'.repeat(8)}` as Address,
  `0x${hex.slice(34, 66)}${'0'.repeat(8)}` as Address,
]
const padded = (address: Address) => `0x${'0'.repeat(24)}${address.slice(2)}`

describe('transfers', () => {
  const text = `version: 1\ndrones: [${drone}]\ntransfers: { allow: [${account(7)}] }`
  const allowed = fc.constantFrom(vault, drone, account(7))
  const leaves = fc.oneof(
    fc
      .record({ target: fc.nat(5), to: allowed })
      .map(({ target, to }) => leaf({ target: 50 + target, args: [to] })),
    fc
      .record({ asset: fc.nat(5), to: allowed })
      .map(({ asset, to }) => leaf({ signature: supply, args: [account(60 + asset), to] })),
    fc
      .record({ asset: fc.nat(5), to: allowed })
      .map(({ asset, to }) => leaf({ signature: withdraw, args: [account(60 + asset), to] })),
    fc
      .record({ spender: fc.nat(9) })
      .map(({ spender }) =>
        leaf({ signature: 'approve(address,uint256)', args: [account(70 + spender)] }),
      ),
    fc.constant(
      leaf({
        signature: 'flashLoan(address,address[],uint256[],bytes)',
        target: 0x21,
        args: [manager, account(60)],
      }),
    ),
  )
  const foreigners = fc.constantFrom(
    leaf({ args: [foreign] }),
    leaf({ signature: supply, args: [account(60), foreign] }),
    leaf({ signature: withdraw, args: [account(60), foreign] }),
    leaf({ signature: withdraw, args: [account(60), account(0)] }),
    leaf({
      signature: 'flashLoan(address,address[],uint256[],bytes)',
      target: 0xbad,
      args: [foreign, account(60)],
    }),
  )

  test('default: a tree that keeps to the policy does so with any leaves taken out', () => {
    fc.assert(
      fc.property(
        fc.array(leaves, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.boolean()),
        (list, keep) => {
          expect(judge(list, text)).toEqual([])
          const subset = list.filter(() => keep.next().value)
          expect(judge(subset, text)).toEqual([])
        },
      ),
    )
  })

  test('behavior: a leaf with a foreign receiver is a finding wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(leaves, { maxLength: 12 }), foreigners, fc.nat(), (list, bad, from) => {
        const index = from % (list.length + 1)
        const finding = only(judge([...list.slice(0, index), bad, ...list.slice(index)], text))
        expect(finding).toMatchObject({
          code: 'policy_transfer',
          severity: 'error',
          leaf: index,
          facts: { positions: [index] },
        })
      }),
    )
  })

  test('behavior: findings of equal trees do not depend on padding', () => {
    fc.assert(
      fc.property(fc.array(leaves, { minLength: 1, maxLength: 6 }), foreigners, (list, bad) => {
        const findings = judge([...list, bad], text)
        expect(judge([...list, bad, paddingLeaf, paddingLeaf], text)).toEqual(findings)
      }),
    )
  })

  test("behavior: exceptions go by target, signature and digest, and severity is the policy's", () => {
    const bad = leaf({ args: [foreign] })
    for (const name of [account(1), 'transfer(address,uint256)', printHex(digestOf(bad))]) {
      expect(judge([bad], `version: 1\ntransfers: { except: ['${name}'] }`)).toEqual([])
    }
    for (const name of [account(2), 'approve(address,uint256)', `0x${'1'.repeat(64)}`]) {
      const findings = judge(
        [bad],
        `version: 1\ntransfers: { severity: info, except: ['${name}'] }`,
      )
      expect(only(findings)).toMatchObject({ code: 'policy_transfer', severity: 'info' })
    }
  })

  test('behavior: a receiver that no decoder packs is open', () => {
    const findings = judge([leaf({ signature: 'swapFor(uint256,address)', args: [] })], text)
    expect(only(findings)).toMatchObject({
      code: 'policy_receiver_open',
      facts: { parameter: 'receiver' },
    })
  })

  test('behavior: what only some decoders call a receiver is said so', () => {
    const book = buildRuleBook([
      { decoder: 'One', functions: [{ signature: 'pull(address asset)', packs: 'asset' }] },
      { decoder: 'Two', functions: [{ signature: 'pull(address receiver)', packs: 'receiver' }] },
    ])
    const findings = judge([leaf({ signature: 'pull(address)', args: [foreign] })], text, book)
    expect(only(findings)).toMatchObject({ code: 'policy_transfer_unsure', severity: 'error' })
  })

  test('behavior: a drone without a name is assumed, and the finding says so', () => {
    const forwarded = leaf({ target: 0x22, args: [vault, account(1)] })
    const list = [forwarded, leaf({ args: [drone] })]
    const findings = judge(list, 'version: 1\ntransfers: {}')
    expect(only(findings)).toMatchObject({
      code: 'policy_drone_assumed',
      severity: 'warning',
      facts: { drones: [drone] },
    })
    expect(judge(list, text)).toEqual([])
    expect(codesOf(judge(list, 'version: 1\ndrones: []\ntransfers: {}'))).toEqual([
      'policy_drone',
      'policy_transfer',
    ])
  })

  test('law: a target on record knows its own arguments, and no other target does', () => {
    const signature = 'withdraw(address,uint256)'
    const asset = account(0xa5)
    const comet = contractsOf(1).find(({ role }) => role === 'comet')!.address
    const onRecord = { ...leaf({ signature, args: [asset] }), target: comet }
    expect(judge([onRecord], text, ruleBook)).toEqual([])
    const elsewhere = leaf({ signature, args: [asset] })
    expect(codesOf(judge([elsewhere], text, ruleBook))).toEqual(['policy_transfer_unsure'])
    const judgeAs = (...protocols: readonly string[]) =>
      checkPolicy(fileOf(buildLeafTree([elsewhere]), accounts), parsePolicy(text), {
        rules: ruleBook,
        protocolsOf: (account) => (account === elsewhere.target ? protocols : []),
      })
    expect(judgeAs('compound_v3')).toEqual([])
    for (const protocols of [['symbiotic'], ['compound_v3', 'symbiotic'], ['aave_v3']]) {
      expect(codesOf(judgeAs(...protocols))).toHaveLength(1)
    }
    // Decoders that pack other places of the call keep their words, whatever the target.
    const transfer = { ...leaf({ args: [asset] }), target: comet }
    expect(codesOf(judge([transfer], text, ruleBook))).toEqual(['policy_transfer'])
  })

  test('behavior: a leaf that nothing can call makes no drone of its target', () => {
    const users = 'claim(address[],address[],uint256[],bytes32[][])'
    const claim = leaf({ signature: users, args: [vault, foreign] })
    expect(codesOf(judge([claim], text, ruleBook))).toContain('policy_transfer_unsure')
    const bait = leaf({ signature: 'approve(address,uint256)', args: [account(1), account(1)] })
    const [first, ...further] = judge([claim, bait], text, ruleBook)
    expect(first).toMatchObject({
      code: 'policy_drone',
      severity: 'error',
      leaf: 0,
      facts: { drone: account(1), positions: [0, 1] },
    })
    expect(further).toEqual([])
  })

  test('behavior: a receiver inside the bytes of a call is found, and who may act for an account', () => {
    const number = account(0)
    const ccip = 'ccipSend(uint64,(bytes,bytes,(address,uint256)[],address,bytes))'
    const cases: readonly Parts[] = [
      { signature: ccip, args: [number, foreign, account(60), account(61)] },
      {
        signature: 'call(address,address,uint256,bytes)',
        args: [account(60), vault, number, foreign],
      },
      { signature: 'swapCompact()', args: [account(60), account(61), foreign, account(62)] },
      { signature: 'addExecutor(address)', args: [foreign] },
    ]
    for (const parts of cases) {
      const finding = only(judge([leaf(parts)], text, ruleBook))
      expect(finding.code).toBe('policy_transfer')
      expect(String(finding.facts.account).toLowerCase()).toBe(foreign)
      const ownParts = { ...parts, args: parts.args!.map((one) => (one === foreign ? vault : one)) }
      expect(judge([leaf(ownParts)], text, ruleBook)).toEqual([])
    }
  })

  test('behavior: a tree cannot choose the vault, and without one no account is it', () => {
    expect(codesOf(judge([leaf({})], `version: 1\nvault: ${foreign}\ntransfers: {}`))).toEqual([
      'policy_other_vault',
      'policy_transfer',
    ])
    const file = fileOf(buildLeafTree([leaf({})]), { ...accounts, vault: null })
    const findings = checkPolicy(file, parsePolicy('version: 1\ntransfers: {}'), { rules })
    expect(codesOf(findings)).toEqual(['policy_no_vault', 'policy_transfer'])
  })
})

describe('policy', () => {
  test('default: a policy without rules finds nothing', () => {
    expect(judge([leaf({ args: [foreign] })], 'version: 1')).toEqual([])
  })

  test('behavior: what no rule knows is unjudged, once for each function', () => {
    const unknown = (target: number) =>
      leaf({ signature: 'mystery(address)', target, args: [foreign] })
    const text = 'version: 1\ntransfers: {}\napprovals: {}\nexits: {}\nbridges: {}'
    expect(only(judge([unknown(1), leaf({}), unknown(2)], text))).toMatchObject({
      code: 'policy_unjudged',
      severity: 'warning',
      leaf: 0,
      facts: { positions: [0, 2], rules: ['transfers', 'approvals', 'exits', 'bridges'] },
    })
    expect(judge([unknown(1)], `${text}\nunjudged: { except: ['mystery(address)'] }`)).toEqual([])
    expect(judge([unknown(1)], 'version: 1\ntargets: { deny: [] }')).toEqual([])
  })

  test('behavior: a name that only hashes like a function hides it from no rule', () => {
    // Both hash to 0x42966c68.
    const spoofed = leaf({ signature: 'collate_propagate_storage(bytes16)', args: [foreign] })
    const book = buildRuleBook([
      {
        decoder: 'B',
        functions: [{ signature: 'burn(uint256 receiver)', packs: 'uint160(receiver)' }],
      },
    ])
    const text = "version: 1\nsignatures: { deny: ['burn(uint256)'] }"
    expect(codesOf(judge([spoofed], text, book))).toEqual([
      'policy_misnamed_function',
      'policy_signature',
    ])
    expect(codesOf(judge([spoofed], text, buildRuleBook([])))).toEqual(['policy_signature'])
    const excepted = "version: 1\nvalue: { except: ['burn(uint256)'] }"
    expect(codesOf(judge([leaf({ value: true })], excepted))).toEqual(['policy_value'])
    const burn = leaf({ signature: 'collate_propagate_storage(bytes16)', value: true, args: [] })
    expect(judge([burn], excepted)).toEqual([])
  })

  test('behavior: a spender must be the target of another leaf', () => {
    const approve = (spender: number, target = 1) =>
      leaf({ signature: 'approve(address,uint256)', target, args: [account(spender)] })
    const text = 'version: 1\napprovals: {}'
    expect(only(judge([approve(9), approve(9, 2)], text))).toMatchObject({
      code: 'policy_approval',
      facts: { spender: account(9), positions: [0, 1] },
    })
    expect(judge([approve(9), leaf({ target: 9 })], text)).toEqual([])
    expect(judge([approve(9)], `version: 1\napprovals: { allow: [${account(9)}] }`)).toEqual([])
    expect(codesOf(judge([approve(1)], text))).toEqual(['policy_approval'])
    expect(judge([approve(1), leaf({})], text)).toEqual([])
  })

  test('behavior: every deposit has its withdraw, of the same target and asset', () => {
    const text = 'version: 1\nexits: {}'
    const put = leaf({ signature: supply, args: [account(60), vault] })
    const take = (asset: number, target = 1) =>
      leaf({ signature: withdraw, target, args: [account(asset), vault] })
    expect(judge([put, take(60)], text)).toEqual([])
    for (const variant of [take(61), take(60, 2)]) {
      expect(only(judge([put, variant], text))).toMatchObject({ code: 'policy_exit', leaf: 0 })
    }
    const stake = leaf({ signature: 'stake(uint256)', args: [] })
    expect(only(judge([stake], text)).facts).toMatchObject({
      signature: 'stake(uint256)',
      positions: [0],
    })
    expect(judge([stake, leaf({ signature: 'unstake(uint256)', args: [] })], text)).toEqual([])
    expect(judge([stake], `version: 1\nexits: { except: [${account(1)}] }`)).toEqual([])
  })

  test('behavior: what both name alike must be equal, other words may differ', () => {
    const book = buildRuleBook([
      {
        decoder: 'Wrapper',
        functions: [
          { signature: 'depositFrom(address market, address tokenIn)', packs: 'market, tokenIn' },
          { signature: 'withdrawTo(address market, address tokenOut)', packs: 'market, tokenOut' },
        ],
      },
    ])
    const put = leaf({
      signature: 'depositFrom(address,address)',
      args: [account(60), account(61)],
    })
    const take = (market: number) =>
      leaf({ signature: 'withdrawTo(address,address)', args: [account(market), account(62)] })
    expect(judge([put, take(60)], 'version: 1\nexits: {}', book)).toEqual([])
    expect(codesOf(judge([put, take(63)], 'version: 1\nexits: {}', book))).toEqual(['policy_exit'])
  })

  test('behavior: a bridge leads to chains of the list, and to the vault', () => {
    const to = (eid: number, receiver: string) =>
      leaf({ signature: send, value: true, args: [account(eid), ...halves(receiver), vault] })
    const text = 'version: 1\nbridges: { chains: [arbitrum] }'
    expect(judge([to(30110, padded(vault))], text, ruleBook)).toEqual([])
    expect(only(judge([to(30111, padded(vault))], text, ruleBook))).toMatchObject({
      code: 'policy_bridge_destination',
      facts: { numbers: ['30111'], families: ['layer_zero'] },
    })
    expect(
      judge(
        [to(30111, padded(vault))],
        'version: 1\nbridges: { numbers: { layer_zero: [30111] } }',
        ruleBook,
      ),
    ).toEqual([])
    // The number of another family is no licence.
    expect(
      codesOf(
        judge(
          [to(30111, padded(vault))],
          'version: 1\nbridges: { numbers: { cctp: [30111] } }',
          ruleBook,
        ),
      ),
    ).toEqual(['policy_bridge_destination'])
    for (const receiver of [padded(foreign), `0x${'ab'.repeat(32)}`]) {
      const findings = judge([to(30110, receiver)], text, ruleBook)
      expect(only(findings)).toMatchObject({ code: 'policy_bridge_receiver' })
      expect(String(findings[0]!.facts.account).toLowerCase().endsWith(receiver.slice(-40))).toBe(
        true,
      )
      const listed = `version: 1\nbridges: { chains: [arbitrum], receivers: [${findings[0]!.facts.account}] }`
      expect(judge([to(30110, receiver)], listed, ruleBook)).toEqual([])
    }
    // Sent on from Arbitrum to Base: both hops count.
    const onward = leaf({
      signature: send,
      value: true,
      args: [
        account(Number((30110n << 32n) | 30184n)),
        ...halves(padded(vault)),
        ...halves(padded(vault)),
        vault,
      ],
    })
    expect(only(judge([onward], text, ruleBook)).facts).toMatchObject({
      numbers: ['30110', '30184'],
    })
    expect(judge([onward], 'version: 1\nbridges: { chains: [arbitrum, base] }', ruleBook)).toEqual(
      [],
    )
  })

  test('behavior: domains of CCTP, and bridges with one destination', () => {
    const to = (domain: number) =>
      leaf({ signature: burn, args: [account(domain), vault, account(60), account(0)] })
    expect(judge([to(0)], 'version: 1\nbridges: { chains: [mainnet] }', ruleBook)).toEqual([])
    expect(codesOf(judge([to(1)], 'version: 1\nbridges: { chains: [mainnet] }', ruleBook))).toEqual(
      ['policy_bridge_destination'],
    )
    const native = leaf({
      signature: 'bridgeETHTo(address,uint32,bytes)',
      target: 0x99,
      value: true,
    })
    expect(codesOf(judge([native], 'version: 1\nbridges: { chains: [base] }', ruleBook))).toEqual([
      'policy_bridge_destination',
    ])
    expect(
      judge([native], `version: 1\nbridges: { contracts: [${account(0x99)}] }`, ruleBook),
    ).toEqual([])
  })

  test('behavior: a bridge of the list whose receiver cannot be read is unjudged', () => {
    const words = [foreign, foreign, foreign, account(60)]
    const sent = leaf({ signature: 'sendMessage(uint256,bytes)', target: 0x99, args: words })
    const text = `version: 1\nbridges: { contracts: [${account(0x99)}] }`
    expect(only(judge([sent], text, ruleBook))).toMatchObject({
      code: 'policy_unjudged',
      facts: { rules: ['bridges'] },
    })
  })

  test('behavior: lists of targets, decoders, functions and values, and a limit of leaves', () => {
    const list = [leaf({}), leaf({ target: 2, value: true })]
    const codes = (text: string) => codesOf(judge(list, `version: 1\n${text}`))
    expect(codes(`targets: { allow: [${account(1)}] }`)).toEqual(['policy_target'])
    expect(codes(`targets: { deny: [${account(1)}, ${account(2)}] }`)).toEqual([
      'policy_target',
      'policy_target',
    ])
    expect(codes(`targets: { allow: [${account(1)}, ${account(2)}] }`)).toEqual([])
    expect(codes(`decoders: { allow: [${account(3)}] }`)).toEqual(['policy_decoder'])
    expect(codes(`decoders: { allow: [${accounts.decoder}] }`)).toEqual([])
    expect(codes("signatures: { deny: ['transfer(address,uint256)'] }")).toEqual([
      'policy_signature',
    ])
    expect(codes("signatures: { allow: ['transfer(address,uint256)'] }")).toEqual([])
    expect(codes('value: {}')).toEqual(['policy_value'])
    expect(codes(`value: { allow: [${account(2)}] }`)).toEqual([])
    expect(codes('maximum_leaves: 1')).toEqual(['policy_leaf_count'])
    expect(codes('maximum_leaves: 2')).toEqual([])
  })

  test('behavior: a drone needs no place among the targets, where it forwards does', () => {
    const list = [leaf({ target: 0x22, args: [vault, account(5)] })]
    const accountsOf = (text: string) =>
      judge(list, `version: 1\n${text}`).map(({ facts }) => facts.account)
    expect(accountsOf(`drones: [${drone}]\ntargets: { allow: [${account(5)}] }`)).toEqual([])
    expect(accountsOf(`drones: [${drone}]\ntargets: { allow: [] }`)).toEqual([account(5)])
    expect(accountsOf('targets: { allow: [] }')).toEqual([drone, account(5)])
  })
})

describe('fixtures', () => {
  const judged = (tree: string, policy: string) =>
    checkPolicy(
      parseTreeFile(readFileSync(fixture(tree))),
      parsePolicy(readFileSync(fixture(`policy/${policy}`), 'utf8')),
      { rules: ruleBook },
    )

  test('default: example trees keep to their policies', () => {
    expect(judged('trees/example-1024.json', 'example.yaml')).toEqual([])
    for (const name of ['local-eth-main-1', 'local-eth-main-2', 'local-eth-lending']) {
      expect(judged(`chain/trees/${name}.json`, 'local-eth.yaml'), name).toEqual([])
    }
  })

  test('behavior: the tree that lets tokens leave to a person does not', () => {
    const findings = judged('chain/trees/local-eth-main-3.json', 'local-eth.yaml')
    expect(findings.map(({ code, facts }) => [code, facts.account])).toEqual([
      ['policy_transfer', '0xC666989908d3a341D1B2DeDB96eDDE86Dbda1fCC'],
      ['policy_transfer', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ])
    expect(codesOf(judged('chain/trees/local-eth-main-1.json', 'strict.json'))).toContain(
      'policy_value',
    )
  })

  test.skipIf(!hasRealTrees)(
    'behavior: real trees are judged leaf by leaf, none is left out in silence',
    () => {
      const policy = parsePolicy('version: 1\ntransfers: {}\napprovals: {}\nexits: {}\nbridges: {}')
      const unjudged = new Set<string>()
      for (const name of realTreeNames) {
        const file = parseTreeFile(readRealTree(name))
        for (const { code, facts } of checkPolicy(file, policy, { rules: ruleBook })) {
          if (code === 'policy_unjudged') unjudged.add(String(facts.signature).split('(')[0]!)
        }
        const blind = checkPolicy(file, policy, { rules: buildRuleBook([]) })
        const positions = new Set(blind.flatMap(({ facts }) => (facts.positions ?? []) as number[]))
        const tokenSignatures = ['approve(address,uint256)', 'transfer(address,uint256)']
        for (const [index, { target, signature }] of file.tree.leaves.entries()) {
          if (/^0x0+$/.test(target) || tokenSignatures.includes(signature)) continue
          expect(positions.has(index), `${name} ${index}`).toBe(true)
        }
      }
      expect([...unjudged].sort()).toEqual(['finishWithdraw', 'startWithdraw'])
    },
  )
})

function fixture(path: string): URL {
  return new URL(`../../../../fixtures/${path}`, import.meta.url)
}
