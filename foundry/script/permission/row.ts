/** A leaf in words: a name stands for the contract of that name, a target with `+` is sent ETH. */
export type Row = readonly [
  target: string,
  signature: string,
  args: readonly string[],
  says: string,
]

/** Lets a spender take a token. */
export const approve = (token: string, spender: string): Row => [
  token,
  'approve(address,uint256)',
  [spender],
  `Approve ${spender} to spend ${token}`,
]
/** Lets a token be sent to somebody. */
export const transfer = (token: string, to: string): Row => [
  token,
  'transfer(address,uint256)',
  [to],
  `Transfer ${token} to ${to}`,
]
