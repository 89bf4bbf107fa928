// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CowOrder} from "./CowOrder.sol";
import {CowOrderDecoder} from "./CowOrderDecoder.sol";
import {PriceBound, PriceSource} from "./PriceBound.sol";

/// @notice CoW orders by pre-signature whose limit is bound by two feeds at the moment of signing.
contract PricedCowOrderDecoder is CowOrderDecoder, PriceBound {
    constructor(
        bytes32 domainSeparator_,
        bytes32 appData_,
        uint32 maxLife_,
        PriceSource[] memory sources,
        uint256 maxLossBps_
    ) CowOrderDecoder(domainSeparator_, appData_, maxLife_) PriceBound(sources, maxLossBps_) {}

    function _checkTerms(CowOrder memory order) internal view override {
        super._checkTerms(order);
        _checkLeast(order.sellToken, order.buyToken, order.sellAmount, order.buyAmount);
    }
}
