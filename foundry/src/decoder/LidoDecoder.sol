// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Liquid staking of Lido: stETH, wstETH and the withdrawal queue.
contract LidoDecoder is BaseDecoder {
    function submit(address referral) external pure virtual returns (bytes memory) {
        return abi.encodePacked(referral);
    }

    function wrap(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function unwrap(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function requestWithdrawals(uint256[] calldata, address owner)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(owner);
    }

    function claimWithdrawal(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function claimWithdrawals(uint256[] calldata, uint256[] calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return "";
    }
}
