// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Aave v3, Spark and other forks of its pool.
contract AaveV3Decoder is BaseDecoder {
    function supply(address asset, uint256, address onBehalfOf, uint16)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(asset, onBehalfOf);
    }

    function withdraw(address asset, uint256, address to)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(asset, to);
    }

    function borrow(address asset, uint256, uint256, uint16, address onBehalfOf)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(asset, onBehalfOf);
    }

    function repay(address asset, uint256, uint256, address onBehalfOf)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(asset, onBehalfOf);
    }

    function setUserUseReserveAsCollateral(address asset, bool)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(asset);
    }

    function setUserEMode(uint8) external pure virtual returns (bytes memory) {
        return "";
    }

    function claimRewards(address[] calldata, uint256, address to, address)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }
}
