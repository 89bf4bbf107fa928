// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {numberAsAddress} from "./Packing.sol";

/// @notice Direct swaps of 1inch through pools named by words: flags above an address; only the
/// address counts.
contract OneInchPoolDecoder is BaseDecoder {
    function unoswap(uint256 token, uint256, uint256, uint256 dex)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(numberAsAddress(token), numberAsAddress(dex));
    }

    function unoswap2(uint256 token, uint256, uint256, uint256 dex, uint256 dex2)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(numberAsAddress(token), numberAsAddress(dex), numberAsAddress(dex2));
    }

    function unoswap3(uint256 token, uint256, uint256, uint256 dex, uint256 dex2, uint256 dex3)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(
            numberAsAddress(token),
            numberAsAddress(dex),
            numberAsAddress(dex2),
            numberAsAddress(dex3)
        );
    }

    function ethUnoswap(uint256, uint256 dex) external pure virtual returns (bytes memory) {
        return abi.encodePacked(numberAsAddress(dex));
    }

    function ethUnoswap2(uint256, uint256 dex, uint256 dex2)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(numberAsAddress(dex), numberAsAddress(dex2));
    }

    function ethUnoswap3(uint256, uint256 dex, uint256 dex2, uint256 dex3)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(numberAsAddress(dex), numberAsAddress(dex2), numberAsAddress(dex3));
    }

    function uniswapV3Swap(uint256, uint256, uint256[] calldata pools)
        external
        pure
        virtual
        returns (bytes memory packed)
    {
        for (uint256 i; i < pools.length; ++i) {
            packed = abi.encodePacked(packed, numberAsAddress(pools[i]));
        }
    }
}
