import { nativeAsset } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { contractAnswersOf, replayOn } from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, claimOf, moment, vault } from '../../../../test/support/position-fixture.ts'
import { nativeWrapperPosition } from './position.ts'

const weth = accountNumber(1)
const [subject] = nativeWrapperPosition.subjectsOf(
  [
    claimOf('native_wrapper/wrap', { wrapper: weth }),
    claimOf('native_wrapper/unwrap', { wrapper: weth }),
  ],
  vault,
)

test('default: the coin is worth one of its token', () => {
  const book = contractAnswersOf([[weth, 'decimals() (uint8)', [], [18]]])
  expect(replayOn(nativeWrapperPosition.read(subject!, moment), book).found.quotes).toEqual([
    {
      asset: nativeAsset,
      per: weth,
      amount: 10n ** 18n,
      worth: 10n ** 18n,
      source: `native_wrapper:${weth}`,
      kind: 'pegged',
    },
  ])
})

test('behavior: a token without decimals is a failure, one that is not there is nothing', () => {
  const mute = contractAnswersOf([[weth, 'name() (string)', [], ['W']]])
  expect(replayOn(nativeWrapperPosition.read(subject!, moment), mute).found.failures).toHaveLength(
    1,
  )
  expect(
    replayOn(nativeWrapperPosition.read(subject!, moment), contractAnswersOf([])).found.failures,
  ).toEqual([])
})
