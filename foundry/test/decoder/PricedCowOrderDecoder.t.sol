// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CowOrder} from "../../src/decoder/CowOrder.sol";
import {TermNotAllowed} from "../../src/decoder/DecoderError.sol";
import {LeastBelowFair, PriceSource, StalePrice} from "../../src/decoder/PriceBound.sol";
import {PricedCowOrderDecoder} from "../../src/decoder/PricedCowOrderDecoder.sol";
import {PriceFeed} from "../../src/double/oracle/PriceFeed.sol";
import {CowFixture} from "../double-b/CowFixture.sol";

/// @notice Orders whose limit two feeds bind when they are signed.
contract PricedCowOrderDecoderTest is CowFixture {
    PricedCowOrderDecoder private _decoder;
    PriceFeed private _feed;

    function setUp() public {
        vm.warp(1_767_225_600);
        _feed = new PriceFeed(address(this), "WETH / USD", 8, 2000e8);
        PriceFeed other = new PriceFeed(address(this), "USDC / USD", 8, 1e8);
        PriceSource[] memory sources = new PriceSource[](2);
        sources[0] = PriceSource(address(weth), address(_feed), 1 hours);
        sources[1] = PriceSource(address(usdc), address(other), 1 hours);
        _decoder = new PricedCowOrderDecoder(domain, keccak256("{}"), 7 days, sources, 50);
    }

    function test_packs_an_order_at_the_bound() public view {
        CowOrder memory order = _orderOf(address(7));
        assertEq(order.buyAmount, 19_900e6);
        assertEq(_sign(order, true), abi.encodePacked(weth, usdc, address(7)));
    }

    function testFuzz_refuses_a_limit_below_the_bound(uint64 part) public {
        CowOrder memory order = _orderOf(address(7));
        order.buyAmount = uint256(part) % 19_900e6;
        bytes memory data = _dataOf(order, true);
        vm.expectRevert(abi.encodeWithSelector(LeastBelowFair.selector, order.buyAmount, 19_900e6));
        _ask(data);
    }

    function test_refuses_at_stale_prices_and_still_takes_back() public {
        CowOrder memory order = _orderOf(address(7));
        vm.warp(block.timestamp + 1 hours + 1);
        bytes memory data = _dataOf(order, true);
        uint256 updatedAt = block.timestamp - 1 hours - 1;
        vm.expectRevert(
            abi.encodeWithSelector(StalePrice.selector, address(weth), 2000e8, updatedAt)
        );
        _ask(data);
        assertEq(_sign(order, false), abi.encodePacked(address(0), address(0), address(7)));
    }

    function test_refuses_what_the_plain_decoder_refuses() public {
        CowOrder memory order = _orderOf(address(7));
        order.feeAmount = 1;
        bytes memory data = _dataOf(order, true);
        vm.expectRevert(TermNotAllowed.selector);
        _ask(data);
    }

    function _sign(CowOrder memory order, bool signed) private view returns (bytes memory) {
        return _ask(_dataOf(order, signed));
    }

    function _dataOf(CowOrder memory order, bool signed) private view returns (bytes memory) {
        bytes memory uid = _uidOf(order, address(7));
        bytes memory head = abi.encodeCall(settlement.setPreSignature, (uid, signed));
        return bytes.concat(head, abi.encode(order));
    }

    /// @dev Hands on what the decoder returns, or its very error.
    function _ask(bytes memory data) private view returns (bytes memory) {
        (bool isPacked, bytes memory result) = address(_decoder).staticcall(data);
        if (isPacked) return abi.decode(result, (bytes));
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }
}
