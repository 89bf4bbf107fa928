import { type AbiEvent, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { accountantFixedRateAbi } from '../abi/accountant/fixed-rate-abi.generated.ts'
import { accountantLegacyAbi } from '../abi/accountant/legacy-abi.generated.ts'
import { accountantYieldStreamingEarlyAbi } from '../abi/accountant/yield-streaming-early-abi.generated.ts'
import { tellerAbi } from '../abi/teller-abi.generated.ts'
import { tellerLegacyAbi } from '../abi/teller-legacy-abi.generated.ts'
import { vaultAbi } from '../abi/vault-abi.generated.ts'
import { withdrawQueueAbi } from '../abi/withdraw-queue-abi.generated.ts'
import { accountantTopics, queueTopics, tellerTopics, vaultTopics } from './topic.ts'

/** Names that stand for another event than the one of that name. */
const signatures: Record<string, string> = {
  StreamedRateUpdated: 'ExchangeRateUpdated(uint256)',
  YieldRecordedEarly: 'YieldRecorded(uint256,uint256)',
  DelayInSecondsUpdatedLegacy: 'DelayInSecondsUpdated(uint32,uint32)',
  DepositLegacy: 'Deposit(uint256,address,address,uint256,uint256,uint256,uint256)',
}

/** Events of tellers that bridge shares, which none of the contracts here does. */
const bridged = ['MessageSent', 'MessageReceived']
const accountants = [
  ...accountantFixedRateAbi,
  ...accountantLegacyAbi,
  ...accountantYieldStreamingEarlyAbi,
]

test.each([
  ['vault', vaultTopics, vaultAbi],
  ['accountant', accountantTopics, accountants],
  ['teller', tellerTopics, [...tellerAbi, ...tellerLegacyAbi]],
  ['queue', queueTopics, withdrawQueueAbi],
] as const)('default: %s', (_, topics, abi) => {
  const events = abi.filter((item) => item.type === 'event') as readonly AbiEvent[]
  const declared = new Map(events.map((event) => [toEventSelector(event), event.name]))
  for (const [name, topic] of Object.entries(topics)) {
    if (bridged.includes(name)) continue
    expect(declared.get(topic), name).toBe((signatures[name] ?? name).split('(')[0])
  }
  expect(new Set(Object.values(topics)).size).toBe(Object.keys(topics).length)
})

test('behavior: the published signatures of the field have these topics', () => {
  const published: [Record<string, string>, string][] = [
    [accountantTopics, 'ExchangeRateUpdated(uint96,uint96,uint64)'],
    [accountantTopics, 'YieldRecorded(uint256,uint64)'],
    [tellerTopics, 'Deposit(uint256,address,address,uint256,uint256,uint256,uint256,address)'],
    [tellerTopics, 'BulkDeposit(address,uint256)'],
    [tellerTopics, 'BulkWithdraw(address,uint256)'],
    [tellerTopics, 'Withdraw(address,uint256)'],
    [tellerTopics, 'DepositRefunded(uint256,bytes32,address)'],
    [tellerTopics, 'AssetDataUpdated(address,bool,bool,uint16)'],
    [tellerTopics, 'DepositCapSet(uint112)'],
    [tellerTopics, 'MessageSent(bytes32,uint256,address)'],
    [tellerTopics, 'MessageReceived(bytes32,uint256,address)'],
    [
      queueTopics,
      'OnChainWithdrawRequested(bytes32,address,address,uint96,uint128,uint128,uint40,uint24,uint24)',
    ],
    [queueTopics, 'OnChainWithdrawCancelled(bytes32,address,uint256)'],
    [queueTopics, 'OnChainWithdrawSolved(bytes32,address,uint256)'],
    [queueTopics, 'WithdrawAssetStopped(address)'],
    [queueTopics, 'WithdrawAssetUpdated(address,uint24,uint24,uint16,uint16,uint96)'],
    [queueTopics, 'WithdrawCapacityUpdated(address,uint256)'],
  ]
  for (const [topics, signature] of published) {
    const name = signature.split('(')[0]!
    expect(topics[name], signature).toBe(toEventSelector(`event ${signature}`))
  }
  const all: Record<string, string> = { ...accountantTopics, ...tellerTopics }
  for (const [name, signature] of Object.entries(signatures)) {
    expect(all[name]).toBe(toEventSelector(`event ${signature}`))
  }
})
