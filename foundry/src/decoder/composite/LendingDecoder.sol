// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AaveV3Decoder} from "../AaveV3Decoder.sol";
import {CompoundV3Decoder} from "../CompoundV3Decoder.sol";
import {ERC4626Decoder} from "../ERC4626Decoder.sol";
import {WrappedNativeDecoder} from "../WrappedNativeDecoder.sol";

/// @notice A small deployment: lending and tokenised vaults, nothing read from the chain.
contract LendingDecoder is WrappedNativeDecoder, AaveV3Decoder, CompoundV3Decoder, ERC4626Decoder {}
