// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev The decoder has no function with this selector.
error BaseDecoderAndSanitizer__FunctionSelectorNotSupported();

error AlgebraDecoderAndSanitizer__BadPathFormat();
error ArbitrumNativeBridgeDecoderAndSanitizer__MaxGasPriceBid();
error EigenLayerLSTStakingDecoderAndSanitizer__CanOnlyReceiveAsTokens();
error OdosOwnedDecoderAndSanitizer__InvalidExecutor();
error OneInchDecoderAndSanitizer__InvalidExecutor();
error PendleRouterDecoderAndSanitizer__AggregatorSwapsNotPermitted();
error PendleRouterDecoderAndSanitizer__LimitOrderYtMismatch();
error TellerDecoderAndSanitizer__BridgeWildCardLengthMustBe32Bytes();
error UniswapV3DecoderAndSanitizer__BadPathFormat();
error VelodromeDecoderAndSanitizer__PoolCreationNotAllowed();

/// @dev Morpho would call back with this data.
error CallbackNotSupported();
/// @dev A swap through more than one pool.
error PathTooLong();
/// @dev The position belongs to another account than the decoder's vault.
error BadTokenId();

/// @dev Bytes that must be empty are not.
error BytesNotEmpty();
/// @dev Extra arguments of another version.
error ExtraArgsNotSupported();
/// @dev What is sold would go to another account than the executor.
error ReceiverNotExecutor();
/// @dev Somebody would be paid a fee.
error FeeNotSupported();
/// @dev A flag that changes what the call does to the vault's tokens.
error FlagNotSupported();
/// @dev No amount but zero, or several of them.
error NotOneAmount();
/// @dev None or several offers at once.
error NotOneOffer();
/// @dev A plan without a step, or with too many of them.
error PlanLengthNotSupported();
/// @dev A command or a step of a plan that is none of those that may be forwarded.
error CommandNotSupported();
/// @dev Balances inside the Balancer vault are used.
error InternalBalanceNotSupported();
/// @dev Lists that belong together have different lengths.
error LengthMismatch();
/// @dev A list has more entries than a leaf stands for.
error TooManyEntries();
/// @dev The inner call is none of those that may be forwarded.
error InnerSelectorNotSupported();
/// @dev Gas for a call on the other chain, or too little of it.
error GasLimitNotSupported();
/// @dev The path is no list of whole tokens.
error BadPathLength();

/// @dev The calldata of an order is not in its one spelling.
error BadShape();
/// @dev The order behind the arguments is not the one that the uid names.
error NotThisOrder();
/// @dev A term of the order that no leaf binds is not as it must be.
error TermNotAllowed();
