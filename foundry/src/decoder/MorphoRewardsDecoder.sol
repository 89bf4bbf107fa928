// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice The rewards distributor of Morpho, and the wrapper of its legacy token.
contract MorphoRewardsDecoder is BaseDecoder {
    function claim(address account, address, uint256, bytes32[] calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(account);
    }

    function depositFor(address user, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(user);
    }

    function withdrawTo(address user, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(user);
    }
}
