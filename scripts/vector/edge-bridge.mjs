// Bridges, loans and offers at the edges of what decoders accept.
import { concat, pad } from 'viem'
import { account, casesOf, encoded, halvesOf, hash, listed, market, zero } from './edge-value.mjs'

const two = encoded('address, address', account(3), account(4))
const derive = casesOf('Derive', 'bridge(')
const leave = casesOf('DeriveWithdraw', 'bridge(')
const over = (extraData, options) => [account(1), 2n, 3n, account(2), extraData, options]
const deriveCases = [
  derive('two accounts', over(two, '0x'), [1, 2, 3, 4].map(account)),
  derive('options', over(two, '0x01'), 'reverts'),
  derive('no account', over('0x', '0x'), 'reverts'),
  leave('nothing more', over('0x', '0x'), [account(1), account(2)]),
  leave('options', over('0x', '0x01'), 'reverts'),
  leave('extra data', over(two, '0x'), 'reverts'),
]

const send = casesOf('CCIP', 'ccipSend(')
const message = (tag, gas) => [
  5n,
  {
    receiver: pad(account(1)),
    data: '0x',
    feeToken: account(3),
    tokenAmounts: [{ token: account(2), amount: 7n }],
    extraArgs: encoded('bytes4, uint256', tag, gas),
  },
]
const chain = pad('0x05', { size: 20 })
const ccip = [
  send('the first version of extra arguments', message('0x97a657c9', 0n), [
    chain,
    account(1),
    account(2),
    account(3),
  ]),
  send('the second version', message('0x181dcf10', 0n), 'reverts'),
  send('no version', message('0x00000000', 0n), 'reverts'),
  send('gas for a call', message('0x97a657c9', 1n), 'reverts'),
]

const types = 'uint256, address, uint64, bytes32, uint32'
const payload = encoded(types, 1n, account(1), 2n, hash, 4)
const mint = casesOf('LombardBTCMinter', 'mint(bytes,bytes)')
const dirty = encoded('uint256, uint256, uint64, bytes32, uint32', 1n, 2n ** 160n, 2n, hash, 4)
const lombard = [
  mint('a payload', [payload, '0x01'], [account(1)]),
  mint('a payload with bytes behind it', [concat([payload, '0xff']), '0x01'], [account(1)]),
  mint('a payload with a selector before it', [concat(['0xf2e73f7c', payload]), '0x01'], 'reverts'),
  mint('a payload that ends early', [payload.slice(0, -2), '0x01'], 'reverts'),
  mint('a payload without an account', [dirty, '0x01'], 'reverts'),
  mint('no payload', ['0x', '0x'], 'reverts'),
]

const submission = encoded('uint256, bytes', 7n, '0x')
const gwei = 1_000_000_000n
const tooDear = 'ArbitrumNativeBridgeDecoderAndSanitizer__MaxGasPriceBid'
const out = casesOf('ArbitrumNativeBridge', 'outboundTransfer(address,address,uint256,uint256')
const refunding = casesOf('ArbitrumNativeBridge', 'outboundTransferCustomRefund(')
const ticket = casesOf('ArbitrumNativeBridge', 'createRetryableTicket(')
const ticketOf = (gas) => [account(1), 2n, 3n, account(4), account(5), gas, gwei, '0x']
const arbitrum = [
  out('no gas', [account(1), account(2), 3n, 0n, gwei, submission], [account(1), account(2)]),
  out('a gas price too high', [account(1), account(2), 3n, 0n, 101n * gwei, submission], tooDear),
  refunding(
    'no gas',
    [account(1), account(2), account(3), 3n, 0n, gwei, submission],
    [account(1), account(2), account(3)],
  ),
  ticket('gas enough', ticketOf(25_000n), [account(1), account(4), account(5)]),
  ticket('too little gas', ticketOf(24_999n), 'reverts'),
]

/** Ways to other chains. */
export const bridgeCases = [...deriveCases, ...ccip, ...lombard, ...arbitrum]

const opened = (bytes) => ({
  denManager: account(1),
  collVault: account(2),
  _maxFeePercentage: 3n,
  _debtAmount: 4n,
  _collAssetToDeposit: 5n,
  _upperHint: zero,
  _lowerHint: zero,
  _minSharesMinted: 6n,
  _collIndex: 7n,
  _preDeposit: bytes,
})
const adjusted = (bytes) => ({
  ...opened(bytes),
  _collWithdrawal: 8n,
  _debtChange: 9n,
  _isDebtIncrease: true,
  unwrap: false,
  _minAssetsWithdrawn: 10n,
})
const left = (payload) => [1n, account(1), { swapper: account(2), payload, minOut: 3n }]
const beraborrow = [
  ['openDenVault(', (bytes) => [opened(bytes)]],
  ['adjustDenVault(', (bytes) => [adjusted(bytes)]],
  ['withdrawFromEpoch(', left],
].flatMap(([starts, args]) => {
  const row = casesOf('Beraborrow', starts)
  return [
    row('no bytes', args('0x'), [account(1), account(2)]),
    row('bytes', args('0x01'), 'reverts'),
  ]
})

const offers = casesOf('RoycoWeiroll', 'fillIPOffers(')
const filled = (hashes) => [hashes, [5n], account(1), account(2)]
const royco = [
  offers('one offer', filled([hash]), [...halvesOf(market), account(1), account(2)]),
  offers('no offer', filled([]), 'reverts'),
  offers('two offers', filled([hash, hash]), 'reverts'),
]

const [token] = listed
const closing = [
  ['closeBorrowPosition(', (ids) => [1n, 2n, ids], []],
  [
    'closeBorrowPositionWithDifferentAccounts(',
    (ids) => [account(1), 1n, account(2), 2n, ids],
    [account(1), account(2)],
  ],
].flatMap(([starts, args, before]) => {
  const row = casesOf('Dolomite', starts)
  return [
    row('one market', args([17n]), [...before, token]),
    row('no market', args([]), 'Panic'),
    row('two markets', args([17n, 17n]), 'reverts'),
  ]
})
const [from, to] = [account(1), account(2)]
const flagged = [
  ['openBorrowPosition(', [1n, 2n, 17n, 5n], [token]],
  ['openBorrowPositionWithDifferentAccounts(', [from, 1n, to, 2n, 17n, 5n], [from, to, token]],
  ['repayAllForBorrowPosition(', [1n, 2n, 17n], [token]],
  ['repayAllForBorrowPositionWithDifferentAccounts(', [from, 1n, to, 2n, 17n], [from, to, token]],
  ['transferBetweenAccounts(', [1n, 2n, 17n, 5n], [token]],
  ['transferBetweenAccountsWithDifferentAccounts(', [from, 1n, to, 2n, 17n, 5n], [from, to, token]],
  ['withdrawETH(', [1n, 5n], []],
  ['withdrawETHFromDefaultAccount(', [5n], []],
  ['withdrawPar(', [1n, 17n, 5n], [token]],
  ['withdrawParFromDefaultAccount(', [17n, 5n], [token]],
  ['withdrawWei(', [1n, 17n, 5n], [token]],
  ['withdrawWeiFromDefaultAccount(', [17n, 5n], [token]],
].flatMap((row) => inRange('Dolomite', 4, row))
const typed = [
  ['deposit(uint256,address,uint8)', [1n, from], [from]],
  ['mint(uint256,address,uint8)', [1n, from], [from]],
  ['redeem(uint256,address,address,uint8)', [1n, from, to], [from, to]],
  ['withdraw(uint256,address,address,uint8)', [1n, from, to], [from, to]],
  ['transitionCollateral(', [1n, from], [from]],
].flatMap((row) => inRange('Silo', 2, row))

/** Loans and offers. */
export const creditCases = [...beraborrow, ...royco, ...closing, ...flagged, ...typed]

/** The last argument is an enum of so many names. */
function inRange(decoder, count, [starts, args, packs]) {
  const row = casesOf(decoder, starts)
  return [
    row('the last name of its enum', [...args, count - 1], packs),
    row('beyond its enum', [...args, count], 'reverts'),
  ]
}
