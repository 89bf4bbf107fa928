// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {BytesNotEmpty} from "./DecoderError.sol";

/// @notice Derive: staking of DRV, and the bridge into its chain, whose extra data names two more
/// accounts.
contract DeriveDecoder is BaseDecoder {
    function bridge(
        address receiver,
        uint256,
        uint256,
        address connector,
        bytes calldata extraData,
        bytes calldata options
    ) external pure virtual returns (bytes memory) {
        if (options.length != 0) revert BytesNotEmpty();
        (address first, address second) = abi.decode(extraData, (address, address));
        return abi.encodePacked(receiver, connector, first, second);
    }

    function retry(address connector, bytes32) external pure virtual returns (bytes memory) {
        return abi.encodePacked(connector);
    }

    function redeem(uint256, uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function cancelRedeem(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function finalizeRedeem(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function claimAll() external pure virtual returns (bytes memory) {
        return "";
    }
}
