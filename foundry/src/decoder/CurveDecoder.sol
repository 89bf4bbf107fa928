// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Curve pools with lists of amounts, and their gauges. A pool's tokens are not bound.
contract CurveDecoder is BaseDecoder {
    function exchange(int128, int128, uint256, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return "";
    }

    function add_liquidity(uint256[] calldata, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return "";
    }

    function remove_liquidity(uint256, uint256[] calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return "";
    }

    function deposit(uint256, address receiver) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver);
    }

    function withdraw(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function claim_rewards(address account) external pure virtual returns (bytes memory) {
        return abi.encodePacked(account);
    }
}
