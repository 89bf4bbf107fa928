// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {PriceBound, PriceSource} from "./PriceBound.sol";

/// @notice What a decoder reads of a Curve pool.
interface ICurveCoins {
    function coins(uint256 index) external view returns (address);
}

/// @notice Exchanges in one Curve pool: the least output is bound by two feeds.
/// Calldata names neither the pool nor its coins, so a decoder stands for one pool: a leaf that names
/// another target with it is a mistake of the tree.
contract PricedCurveDecoder is BaseDecoder, PriceBound {
    ICurveCoins public immutable pool;

    constructor(address pool_, PriceSource[] memory sources, uint256 maxLossBps_)
        PriceBound(sources, maxLossBps_)
    {
        pool = ICurveCoins(pool_);
    }

    function exchange(int128 i, int128 j, uint256 amount, uint256 least)
        external
        view
        returns (bytes memory)
    {
        _checkLeast(coinOf(i), coinOf(j), amount, least);
        return "";
    }

    /// @notice The coin of a place in the pool; nobody where it has none.
    function coinOf(int128 place) public view returns (address) {
        if (place < 0) return address(0);
        try pool.coins(uint256(uint128(place))) returns (address coin) {
            return coin;
        } catch {
            return address(0);
        }
    }
}
