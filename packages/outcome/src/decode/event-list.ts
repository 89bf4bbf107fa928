import { nameSourceOf } from '@vaultwright/registry'
import { type AbiEvent, parseAbi, toEventSelector } from 'viem'
import { systemAbi } from './system-abi.ts'

/** An event that is known, and which of its arguments name who gets something. */
export type KnownEvent = {
  readonly event: AbiEvent
  readonly receivers: readonly string[]
  /** The source of the name; null where this project gave it. */
  readonly source: string | null
}

/** Events of tokens and allowances, by who states their names. */
const published: Readonly<Record<string, readonly AbiEvent[]>> = {
  'ERC-20, ERC-721 and ERC-1155': parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
    'event Approval(address indexed owner, address indexed spender, uint256 indexed id)',
    'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
    'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
    'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  ]),
  WETH9: parseAbi([
    'event Deposit(address indexed dst, uint256 wad)',
    'event Withdrawal(address indexed src, uint256 wad)',
  ]),
  Permit2: parseAbi([
    'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
    'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
    'event Lockdown(address indexed owner, address token, address spender)',
  ]),
  'Morpho Blue': parseAbi([
    'event SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool newIsAuthorized)',
  ]),
  'Aave v3': parseAbi([
    'event BorrowAllowanceDelegated(address indexed fromUser, address indexed toUser, address indexed asset, uint256 amount)',
    'event Mint(address indexed caller, address indexed onBehalfOf, uint256 value, uint256 balanceIncrease, uint256 index)',
    'event Burn(address indexed from, address indexed target, uint256 value, uint256 balanceIncrease, uint256 index)',
  ]),
}

/** Events of protocols in which an argument, not a transfer, says who gets the position. */
const protocol: readonly (readonly [string, readonly AbiEvent[], readonly string[]])[] = [
  [
    'ERC-4626',
    parseAbi([
      'event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares)',
    ]),
    ['owner'],
  ],
  [
    'ERC-4626',
    parseAbi([
      'event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares)',
    ]),
    ['receiver'],
  ],
  [
    'Aave v3',
    parseAbi([
      'event Supply(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode)',
      'event Borrow(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint8 interestRateMode, uint256 borrowRate, uint16 indexed referralCode)',
    ]),
    ['onBehalfOf'],
  ],
  [
    'Aave v3',
    parseAbi([
      'event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount)',
    ]),
    ['to'],
  ],
  [
    'Compound v3',
    parseAbi([
      'event Supply(address indexed from, address indexed dst, uint256 amount)',
      'event SupplyCollateral(address indexed from, address indexed dst, address indexed asset, uint256 amount)',
    ]),
    ['dst'],
  ],
  [
    'Compound v3',
    parseAbi([
      'event Withdraw(address indexed src, address indexed to, uint256 amount)',
      'event WithdrawCollateral(address indexed src, address indexed to, address indexed asset, uint256 amount)',
    ]),
    ['to'],
  ],
  [
    'Morpho Blue',
    parseAbi([
      'event Supply(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)',
      'event SupplyCollateral(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets)',
    ]),
    ['onBehalf'],
  ],
  [
    'Morpho Blue',
    parseAbi([
      'event Withdraw(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)',
      'event WithdrawCollateral(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets)',
      'event Borrow(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)',
    ]),
    ['receiver'],
  ],
  [
    'Uniswap v3',
    parseAbi([
      'event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
      'event DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
      'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
    ]),
    [],
  ],
  [
    'Uniswap v3',
    parseAbi([
      'event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1)',
    ]),
    ['recipient'],
  ],
]

/** Every event that is known, with who states its name. */
export const knownEvents: readonly KnownEvent[] = [
  ...Object.entries(published).flatMap(([source, events]) =>
    events.map((event) => ({ event, receivers: [], source })),
  ),
  ...protocol.flatMap(([source, events, receivers]) =>
    events.map((event) => ({ event, receivers, source })),
  ),
  ...systemAbi
    .filter((item) => item.type === 'event')
    .map((event) => ({ event, receivers: [], source: nameSourceOf('event', signatureOf(event)) })),
]

const byTopic = new Map<string, KnownEvent[]>()
for (const knownEvent of knownEvents) {
  const topic = toEventSelector(knownEvent.event)
  byTopic.set(topic, [...(byTopic.get(topic) ?? []), knownEvent])
}

/**
 * Finds the event that a log may be of.
 *
 * @returns the event with as many indexed arguments; null when none is known.
 */
export function knownEventOf(topics: readonly string[]): KnownEvent | null {
  const [first, ...indexed] = topics
  if (first === undefined) return null
  const list = byTopic.get(first) ?? []
  const fits = ({ event }: KnownEvent) =>
    event.inputs.filter((input) => input.indexed).length === indexed.length
  return list.find(fits) ?? null
}

function signatureOf({ name, inputs }: AbiEvent): string {
  return `${name}(${inputs.map(({ type }) => type).join(',')})`
}
