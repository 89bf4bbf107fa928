import { nameSourceOf } from '@vaultwright/registry'
import { type Abi, parseAbi } from 'viem'
import { systemAbi } from './system-abi.ts'

/** An error as an ABI has it. */
export type AbiError = Extract<Abi[number], { readonly type: 'error' }>

/** An error that is known by name. */
export type KnownError = {
  readonly error: AbiError
  /** Its name and types, such as `Paused()`. */
  readonly signature: string
  /** The source of the name; null where this project gave it. */
  readonly source: string | null
}

/** Errors whose names their publishers state, by publisher. */
const published: Readonly<Record<string, readonly AbiError[]>> = {
  'OpenZeppelin 5': parseAbi([
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
    'error ERC20InvalidSender(address sender)',
    'error ERC20InvalidReceiver(address receiver)',
    'error ERC20InvalidApprover(address approver)',
    'error ERC20InvalidSpender(address spender)',
    'error ERC721NonexistentToken(uint256 tokenId)',
    'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
    'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
    'error ERC721InvalidReceiver(address receiver)',
    'error ERC4626ExceededMaxDeposit(address receiver, uint256 assets, uint256 max)',
    'error ERC4626ExceededMaxMint(address receiver, uint256 shares, uint256 max)',
    'error ERC4626ExceededMaxWithdraw(address owner, uint256 assets, uint256 max)',
    'error ERC4626ExceededMaxRedeem(address owner, uint256 shares, uint256 max)',
    'error SafeERC20FailedOperation(address token)',
    'error OwnableUnauthorizedAccount(address account)',
    'error ReentrancyGuardReentrantCall()',
    'error InsufficientBalance(uint256 balance, uint256 needed)',
    'error FailedCall()',
    'error ERC2612ExpiredSignature(uint256 deadline)',
    'error ERC2612InvalidSigner(address signer, address owner)',
    'error SafeERC20FailedDecreaseAllowance(address spender, uint256 currentAllowance, uint256 requestedDecrease)',
    'error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)',
    'error MathOverflowedMulDiv()',
  ]),
  Solady: parseAbi([
    'error InsufficientBalance()',
    'error InsufficientAllowance()',
    'error TotalSupplyOverflow()',
    'error AllowanceOverflow()',
    'error TransferFailed()',
    'error TransferFromFailed()',
    'error ETHTransferFailed()',
    'error Unauthorized()',
  ]),
  'Compound v3': parseAbi([
    'error Absurd()',
    'error Paused()',
    'error NotCollateralized()',
    'error BorrowTooSmall()',
    'error SupplyCapExceeded()',
    'error TransferInFailed()',
    'error TransferOutFailed()',
    'error BadAsset()',
  ]),
  Lido: parseAbi([
    'error RequestAmountTooLarge(uint256 amountOfStETH)',
    'error RequestAmountTooSmall(uint256 amountOfStETH)',
  ]),
  LayerZero: parseAbi([
    'error InvalidLocalDecimals()',
    'error LzTokenUnavailable()',
    'error NoPeer(uint32 eid)',
    'error NotEnoughNative(uint256 msgValue)',
    'error SlippageExceeded(uint256 amountLD, uint256 minAmountLD)',
  ]),
  '1inch': parseAbi([
    'error ReturnAmountIsNotEnough()',
    'error ReturnAmountIsNotEnough(uint256 result, uint256 minReturn)',
    'error ZeroMinReturn()',
  ]),
  Permit2: parseAbi([
    'error AllowanceExpired(uint256 deadline)',
    'error InsufficientAllowance(uint256 amount)',
  ]),
  Ethena: parseAbi([
    'error ExcessiveRedeemAmount()',
    'error ExcessiveWithdrawAmount()',
    'error InvalidCooldown()',
    'error OperationNotAllowed()',
  ]),
  Merkl: parseAbi(['error InvalidProof()', 'error NotWhitelisted()']),
  'ether.fi': parseAbi(['error InvalidAmount()']),
  'BoringVault decoders': parseAbi([
    'error AlgebraDecoderAndSanitizer__BadPathFormat()',
    'error AmbientDecoderAndSanitizer__UnsupportedCallPath()',
    'error ArbitrumNativeBridgeDecoderAndSanitizer__MaxGasPriceBid()',
    'error BadTokenId()',
    'error CallbackNotSupported()',
    'error EigenLayerLSTStakingDecoderAndSanitizer__CanOnlyReceiveAsTokens()',
    'error OdosOwnedDecoderAndSanitizer__InvalidExecutor()',
    'error OneInchDecoderAndSanitizer__InvalidExecutor()',
    'error PathTooLong()',
    'error PendleRouterDecoderAndSanitizer__AggregatorSwapsNotPermitted()',
    'error PendleRouterDecoderAndSanitizer__LimitOrderYtMismatch()',
    'error TacCrossChainLayerDecoderAndSanitizer__MessageVersionNotOne()',
    'error TellerDecoderAndSanitizer__BridgeWildCardLengthMustBe32Bytes()',
    'error UniswapV3DecoderAndSanitizer__BadPathFormat()',
    'error VelodromeDecoderAndSanitizer__PoolCreationNotAllowed()',
  ]),
  // Decoders without a counterpart elsewhere: what is deployed was compiled here.
  'Vaultwright decoders': parseAbi([
    'error AmountNotNamed()',
    'error BadShape()',
    'error LeastBelowFair(uint256 least, uint256 bound)',
    'error NoPriceFeed(address token)',
    'error NotThisOrder()',
    'error StalePrice(address token, int256 answer, uint256 updatedAt)',
    'error TermNotAllowed()',
  ]),
}

/** Errors of our decoders and stand-ins: no source states what the deployed contracts call them. */
const ours: readonly AbiError[] = parseAbi([
  'error BytesNotEmpty()',
  'error InternalBalanceNotSupported()',
  'error LengthMismatch()',
  'error TooManyEntries()',
  'error InnerSelectorNotSupported()',
  'error GasLimitNotSupported()',
  'error BadPathLength()',
  'error CommandNotSupported()',
  'error ExtraArgsNotSupported()',
  'error FeeNotSupported()',
  'error FlagNotSupported()',
  'error NotOneAmount()',
  'error NotOneOffer()',
  'error PlanLengthNotSupported()',
  'error ReceiverNotExecutor()',
  'error AllowanceExceeded()',
  'error ZeroAmount()',
])

/** Errors of a vault's own contracts, and of those that a Manager meets most; stated names come last. */
export const knownErrors: readonly KnownError[] = [
  ...ours.map((error) => knownErrorOf(error, null)),
  ...systemErrors(),
  ...Object.entries(published).flatMap(([source, errors]) =>
    errors.map((error) => knownErrorOf(error, source)),
  ),
]

function systemErrors(): readonly KnownError[] {
  const errors = systemAbi.filter((item) => item.type === 'error')
  const namedErrors = errors.map((error) =>
    knownErrorOf(error, nameSourceOf('error', signatureOfError(error))),
  )
  // An own name gives way to a stated one of the same selector.
  return namedErrors.sort(
    (some, other) => Number(some.source !== null) - Number(other.source !== null),
  )
}

function knownErrorOf(error: AbiError, source: string | null): KnownError {
  return { error, signature: signatureOfError(error), source }
}

function signatureOfError({ name, inputs }: AbiError): string {
  return `${name}(${inputs.map(({ type }) => type).join(',')})`
}
