// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoderAndSanitizer__FunctionSelectorNotSupported} from "./DecoderError.sol";

/// @notice What nearly every decoder has: ERC-20 basics, the accountant's claims, the way out of a
/// drone.
/// A decoder answers the calldata of a target's function with the arguments that a leaf binds.
contract BaseDecoder {
    fallback() external {
        revert BaseDecoderAndSanitizer__FunctionSelectorNotSupported();
    }

    function approve(address spender, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(spender);
    }

    function transfer(address to, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(to);
    }

    function claimFees(address feeAsset) external pure virtual returns (bytes memory) {
        return abi.encodePacked(feeAsset);
    }

    function claimYield(address yieldAsset) external pure virtual returns (bytes memory) {
        return abi.encodePacked(yieldAsset);
    }

    function withdrawNonBoringToken(address token, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(token);
    }

    function withdrawNativeFromDrone() external pure virtual returns (bytes memory) {
        return "";
    }
}
