// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Vaults of Fluid: plain, and with smart collateral or smart debt.
contract FluidDexDecoder is BaseDecoder {
    function operate(uint256, int256, int256, address to)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function operate(uint256, int256, int256, int256, int256, address to)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function operate(uint256, int256, int256, int256, int256, int256, int256, address to)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function operatePerfect(uint256, int256, int256, int256, int256, address to)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function operatePerfect(uint256, int256, int256, int256, int256, int256, int256, address to)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }
}
