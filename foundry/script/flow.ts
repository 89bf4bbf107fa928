import type { Address } from 'viem'
import { type AccountName, accountOf } from './account.ts'
import { dollar, eth, type Moment, steps } from './moment.ts'

const wad = 10n ** 18n
const usd = 10n ** 6n

const deposit = (at: number, vault: string, { from, amount }: Flow): Moment => ({
  day: at,
  hour: 6,
  what: `${from} deposits into ${vault}`,
  make: steps((of) => ({
    from: accountOf(from),
    to: `${vault}: teller`,
    contract: 'Teller',
    name: 'deposit',
    args: [of(vault === eth ? 'WETH' : 'USDC'), amount, 0n, zero],
  })),
})

const withdrawal = (at: number, vault: string, { from, amount }: Flow): Moment => ({
  day: at,
  hour: 18,
  what: `${from} withdraws from ${vault}`,
  make: steps((of) => ({
    from: accountOf(from),
    to: `${vault}: teller`,
    contract: 'Teller',
    name: 'withdraw',
    args: [of(vault === eth ? 'WETH' : 'USDC'), amount, 0n, accountOf(from)],
  })),
})

const zero: Address = '0x0000000000000000000000000000000000000000'

type Flow = { readonly from: AccountName; readonly amount: bigint }

/** The deposits and withdrawals of people. */
export const flows: readonly Moment[] = [
  deposit(1, eth, { from: 'depositor', amount: 300n * wad }),
  deposit(1, dollar, { from: 'depositor', amount: 1_000_000n * usd }),
  deposit(2, eth, { from: 'solver', amount: 120n * wad }),
  deposit(4, dollar, { from: 'solver', amount: 400_000n * usd }),
  withdrawal(9, eth, { from: 'depositor', amount: 20n * wad }),
  withdrawal(10, dollar, { from: 'depositor', amount: 50_000n * usd }),
  deposit(14, eth, { from: 'depositor', amount: 75n * wad }),
  deposit(21, dollar, { from: 'depositor', amount: 333_333n * usd }),
  withdrawal(28, eth, { from: 'solver', amount: 15n * wad }),
  deposit(37, dollar, { from: 'solver', amount: 125_000n * usd }),
  withdrawal(41, dollar, { from: 'solver', amount: 60_000n * usd }),
]

const vest = (at: number, amount: bigint): Moment => ({
  day: at,
  hour: 8,
  what: `yield of ${amount / usd} USDC streams into ${dollar} for 7 days`,
  make: steps(
    (of) => ({
      to: 'USDC',
      contract: 'MintableToken',
      name: 'transfer',
      args: [of(dollar), amount],
    }),
    {
      to: `${dollar}: accountant`,
      contract: 'AccountantYieldStreaming',
      name: 'vestYield',
      args: [amount, 604_800n],
    },
  ),
})

const loss = 1_500n * usd

/** The yield and the loss of the streaming vault. */
export const streams: readonly Moment[] = [
  vest(2, 1_150n * usd),
  vest(9, 1_890n * usd),
  vest(16, 1_710n * usd),
  {
    day: 20,
    hour: 9,
    what: `Savings USDC loses 1500 USDC of ${dollar}: more than was still to vest, so the price falls`,
    make: steps(
      { to: 'Savings USDC', contract: 'Vault4626', name: 'takeLoss', args: [loss] },
      {
        to: `${dollar}: accountant`,
        contract: 'AccountantYieldStreaming',
        name: 'postLoss',
        args: [loss],
      },
    ),
  },
  vest(23, 1_640n * usd),
  vest(30, 2_010n * usd),
  vest(37, 2_170n * usd),
  vest(44, 2_240n * usd),
]
