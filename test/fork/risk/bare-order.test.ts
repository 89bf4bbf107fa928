import type { Address, Hex } from '@vaultwright/base'
import { buildLeaf } from '@vaultwright/manager'
import { proofHexOf } from '@vaultwright/merkle'
import { emptyAppData, orderDomainOf } from '@vaultwright/protocols'
import type { Risk, WorstCall } from '@vaultwright/review'
import { namedOrderOf } from '@vaultwright/swap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeSettle } from '../../support/swap/cow-settlement.ts'
import { attacker, openRiskWorld, type RiskWorld } from './risk-world.ts'

const preSign = 'setPreSignature(bytes,bool)'
let world: RiskWorld
let naive: Address

beforeAll(async () => {
  world = await openRiskWorld()
  naive = await world.deploy('BareOrderDecoder')
})

afterAll(() => world?.close())

/** An order of the vault that sells all of its WETH for one unit, to the thief. */
async function foreignOrder() {
  const settlement = world.at('CoW settlement')
  const terms = {
    sellToken: world.at('WETH'),
    buyToken: world.at('USDC'),
    receiver: attacker,
    sellAmount: (await world.balanceOf(world.at('WETH'), world.vault))!,
    buyAmount: 1n,
    validTo: 2n ** 32n - 1n,
    appData: emptyAppData,
    feeAmount: 0n,
    kind: 'sell',
    isPartiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  } as const
  const naming = { owner: world.vault, domainSeparator: orderDomainOf(31337, settlement) }
  return { settlement, ...namedOrderOf(terms, naming) }
}

function leavesWith(decoder: Address, bound: readonly Address[]) {
  const relayer: Address = world.at('CoW vault relayer')
  const [weth, settlement] = [world.at('WETH'), world.at('CoW settlement')]
  return [
    buildLeaf({
      decoder: world.decoder,
      target: weth,
      signature: 'approve(address,uint256)',
      arguments: [relayer],
    }),
    buildLeaf({ decoder, target: settlement, signature: preSign, arguments: bound }),
  ]
}

function worstOf(risks: readonly Risk[], position: number): WorstCall {
  return risks.find(({ worst }) => worst?.slot === position)!.worst!
}

test('golden: a leaf for a bare uid signs an order of the thief, and a solver fills it', () =>
  world.undone(async () => {
    const order = await foreignOrder()
    const { settlement, terms } = order
    const chosen: Readonly<Record<string, Hex>> = { orderUid: order.uid }
    const leaves = leavesWith(naive, [])
    const { report } = await world.grant(leaves, {
      choiceOf: (_, name) => chosen[name] ?? null,
    })
    const way = report.risks.find(({ code }) => code === 'free_order')!
    expect(way).toMatchObject({ severity: 'high', positions: [1], targets: [settlement] })
    await world.attack(worstOf(report.risks, 0), way.worst!)
    await world.give(terms.buyToken, settlement, 1n)
    const prices = new Map([
      [terms.sellToken, 1n],
      [terms.buyToken, terms.sellAmount],
    ])
    const orders = [{ terms, owner: world.vault, executed: terms.sellAmount }]
    const data = encodeSettle({ prices, orders })
    const receipt = await world.send({ from: world.at('solver'), to: settlement, data })
    expect(receipt.status).toBe('0x1')
    expect(await world.balanceOf(terms.sellToken, world.vault)).toBe(0n)
    expect(await world.balanceOf(terms.buyToken, attacker)).toBe(1n)
  }))

test('refuses: the same uid through the decoder that reads the order', () =>
  world.undone(async () => {
    const { uid, terms } = await foreignOrder()
    const bound = [terms.sellToken, terms.buyToken, world.vault]
    const leaves = leavesWith(world.at('CoW order decoder'), bound)
    const { file, report } = await world.grant(leaves)
    expect(report.risks.map(({ code }) => code)).not.toContain('free_order')
    const [, leaf] = leaves
    const word = (value: bigint) => value.toString(16).padStart(64, '0')
    const data: Hex = `${leaf!.selector}${word(64n)}${word(1n)}${word(56n)}${uid.slice(2)}${'00'.repeat(8)}`
    const proof = proofHexOf(file.tree.tree, 1)
    const { target, decoder } = leaf!
    const nothingOpen = { reads: [], checks: [], refusedBy: [] }
    const call = { target, data, value: 0n, decoder, slot: 1, proof, ...nothingOpen }
    // BadShape(): the order is not there to be read.
    await expect(world.attack(call)).rejects.toThrow('The attack reverts')
  }))
