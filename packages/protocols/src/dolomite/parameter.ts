/** The market of a token. */
export const marketId = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Number that DolomiteMargin has for the token',
} as const

/** The token of that market, which the decoder reads. */
export const token = { kind: 'token', describe: 'Token of the market' } as const

/** The account number it goes to. */
export const toAccount = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  fallback: 0n,
  describe: 'Number of the account that receives it',
} as const

/** The account number it comes from. */
export const fromAccount = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  fallback: 0n,
  describe: 'Number of the account that it is taken from',
} as const

/** The balances that must not go below zero. */
export const balanceCheck = {
  kind: 'integer',
  min: 0n,
  max: 3n,
  fallback: 0n,
  describe: 'Which accounts may not end below zero: 0 both, 1 the first, 2 the second, 3 none',
} as const

/** A borrow position. */
export const borrowAccount = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Number of the borrow position',
} as const

/** An amount without interest. */
export const parAmount = {
  kind: 'amount',
  unit: 'token',
  describe: 'How much, without the interest that it has earned',
} as const

/** The proxy that opens and closes borrow positions. */
export const borrowProxy = { kind: 'account', describe: 'BorrowPositionProxy of Dolomite' } as const

/** The proxy that deposits and withdraws. */
export const depositProxy = {
  kind: 'account',
  describe: 'DepositWithdrawalProxy of Dolomite',
} as const
