// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice The KING distributor and basket.
contract KingClaimingDecoder is BaseDecoder {
    function claim(address account, uint256, bytes32, bytes32[] calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(account);
    }

    function deposit(address[] memory, uint256[] memory, address receiver)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function redeem(uint256) external pure virtual returns (bytes memory) {
        return "";
    }
}
