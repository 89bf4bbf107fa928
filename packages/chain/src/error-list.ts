import { type Abi, parseAbi } from 'viem'
import { systemAbi } from './system-abi.ts'

/** An error as an ABI has it. */
export type AbiError = Extract<Abi[number], { readonly type: 'error' }>

const common: readonly AbiError[] = parseAbi([
  // OpenZeppelin 5
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
  // Solady
  'error InsufficientBalance()',
  'error InsufficientAllowance()',
  'error TotalSupplyOverflow()',
  'error AllowanceOverflow()',
  'error TransferFailed()',
  'error TransferFromFailed()',
  'error ETHTransferFailed()',
  'error Unauthorized()',
  // Compound v3
  'error Absurd()',
  'error Paused()',
  'error NotCollateralized()',
  'error BorrowTooSmall()',
  'error SupplyCapExceeded()',
  'error TransferInFailed()',
  'error TransferOutFailed()',
  'error BadAsset()',
  // Lido
  'error RequestAmountTooLarge(uint256 amountOfStETH)',
  'error RequestAmountTooSmall(uint256 amountOfStETH)',
  // LayerZero
  'error InvalidLocalDecimals()',
  'error LzTokenUnavailable()',
  'error NoPeer(uint32 eid)',
  'error NotEnoughNative(uint256 msgValue)',
  'error SlippageExceeded(uint256 amountLD, uint256 minAmountLD)',
  // 1inch
  'error ReturnAmountIsNotEnough()',
  'error ReturnAmountIsNotEnough(uint256 result, uint256 minReturn)',
  'error ZeroMinReturn()',
  // Permit2
  'error AllowanceExpired(uint256 deadline)',
  'error InsufficientAllowance(uint256 amount)',
  // Ethena
  'error ExcessiveRedeemAmount()',
  'error ExcessiveWithdrawAmount()',
  'error InvalidCooldown()',
  'error OperationNotAllowed()',
  // Merkl
  'error InvalidProof()',
  'error NotWhitelisted()',
  // OpenZeppelin 5, libraries
  'error ERC2612ExpiredSignature(uint256 deadline)',
  'error ERC2612InvalidSigner(address signer, address owner)',
  'error SafeERC20FailedDecreaseAllowance(address spender, uint256 currentAllowance, uint256 requestedDecrease)',
  'error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)',
  'error MathOverflowedMulDiv()',
  // Used by many
  'error AllowanceExceeded()',
  'error InvalidAmount()',
  'error ZeroAmount()',
  // Decoders
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
  'error BytesNotEmpty()',
  'error InternalBalanceNotSupported()',
  'error LengthMismatch()',
  'error TooManyEntries()',
  'error InnerSelectorNotSupported()',
  'error GasLimitNotSupported()',
  'error BadPathLength()',
  'error CommandNotSupported()',
  'error ExtraArgsNotSupported()',
  'error NotOneAmount()',
  'error NotOneOffer()',
  'error PlanLengthNotSupported()',
  'error ReceiverNotExecutor()',
])

/** Errors of a vault's own contracts, and of those that a Manager meets most: tokens, lenders, decoders. */
export const knownErrors: readonly AbiError[] = [
  ...systemAbi.filter((item) => item.type === 'error'),
  ...common,
]
