// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice The tokenised-vault standard.
contract ERC4626Decoder is BaseDecoder {
    function deposit(uint256, address receiver) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver);
    }

    function mint(uint256, address receiver) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver);
    }

    function withdraw(uint256, address receiver, address owner)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, owner);
    }

    function redeem(uint256, address receiver, address owner)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, owner);
    }
}
