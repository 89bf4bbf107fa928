// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Lending tokens of Fluid: ERC-4626 with a slippage bound as last argument.
contract FluidFTokenDecoder is BaseDecoder {
    function deposit(uint256, address receiver, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function mint(uint256, address receiver, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver);
    }

    function redeem(uint256, address receiver, address owner, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, owner);
    }

    function withdraw(uint256, address receiver, address owner, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, owner);
    }
}
