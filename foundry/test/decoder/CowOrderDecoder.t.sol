// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CowOrder, KIND_BUY} from "../../src/decoder/CowOrder.sol";
import {CowOrderDecoder} from "../../src/decoder/CowOrderDecoder.sol";
import {BadShape, NotThisOrder, TermNotAllowed} from "../../src/decoder/DecoderError.sol";
import {CowSigning} from "../../src/double/cow/CowSigning.sol";
import {Settlement} from "../../src/double/cow/Settlement.sol";
import {CowFixture} from "../double-b/CowFixture.sol";
import {Batch, ManagerFixture} from "../manager/ManagerFixture.sol";
import {Leaf, Tree} from "../manager/Tree.sol";

/// @notice Orders of a vault, through the Manager to the settlement.
contract CowOrderDecoderTest is ManagerFixture, CowFixture {
    bytes4 private constant APPROVE = 0x095ea7b3;

    CowOrderDecoder private _decoder;
    uint256 private _approveLeaf;
    uint256 private _placeLeaf;
    uint256 private _withdrawLeaf;
    uint256 private _cancelLeaf;

    function setUp() public override {
        super.setUp();
        vm.warp(1_767_225_600);
        list.addSolver(SOLVER);
        _decoder = new CowOrderDecoder(domain, keccak256("{}"), 7 days);
        weth.mint(address(vault), 100e18);
        usdc.mint(address(settlement), 1e15);
        address place = address(settlement);
        _approveLeaf = _allowed(address(weth), APPROVE, abi.encodePacked(relayer));
        _placeLeaf = _allowed(
            place, CowSigning.setPreSignature.selector, abi.encodePacked(weth, usdc, vault)
        );
        _withdrawLeaf = _allowed(
            place,
            CowSigning.setPreSignature.selector,
            abi.encodePacked(address(0), address(0), vault)
        );
        _cancelLeaf = _allowed(place, Settlement.invalidateOrder.selector, abi.encodePacked(vault));
    }

    function testFuzz_law_whatIsPlacedIsFilledOnceAtItsLimitOrBetter(uint256 rate) public {
        rate = bound(rate, 1_990e6, 5_000e6);
        CowOrder memory order = _orderOf(address(vault));
        _place(order, _spelled(order));
        vm.expectRevert("GPv2: limit price not respected");
        _settle(order, address(vault), 0, 1_990e6 - 1);
        _settle(order, address(vault), 0, rate);
        assertEq(usdc.balanceOf(address(vault)), rate * 10);
        assertEq(weth.balanceOf(address(vault)), 90e18);
        assertEq(weth.allowance(address(vault), relayer), 0);
        vm.expectRevert("GPv2: order filled");
        _settle(order, address(vault), 0, rate);
    }

    function testFuzz_law_noOtherCalldataPlacesTheOrder(uint256 bit) public {
        CowOrder memory order = _orderOf(address(vault));
        bytes memory data = _spelled(order);
        // The selector and the flag are bound by the leaf.
        bit = bound(bit, 32, 548 * 8 - 1);
        vm.assume(bit / 8 < 36 || bit / 8 > 67);
        data[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        Batch memory batch = _batch(order, data);
        (bool isPacked,) = address(_decoder).staticcall(data);
        // Whose order it is, the settlement checks.
        assertEq(isPacked, bit / 8 >= 132 && bit / 8 < 152);
        if (isPacked) vm.expectRevert("GPv2: cannot presign order");
        else vm.expectRevert();
        _manage(batch);
    }

    function test_law_aReceiverOfZeroIsTheOwner() public {
        CowOrder memory order = _orderOf(address(0));
        _place(order, _spelled(order));
        assertGt(settlement.preSignature(_uidOf(order, address(vault))), 0);
    }

    function test_refuses_whatTheLeafDoesNotName() public {
        CowOrder memory order = _orderOf(ALICE);
        _expectUnverified(_batch(order, _spelled(order)), 1);
        _place(order, _spelled(order));
        order = _orderOf(address(vault));
        order.buyToken = address(token);
        _expectUnverified(_batch(order, _spelled(order)), 1);
        _place(order, _spelled(order));
        (order.buyToken, order.sellToken) = (address(usdc), address(token));
        _expectUnverified(_batch(order, _spelled(order)), 1);
        _place(order, _spelled(order));
    }

    function test_refuses_anotherOrderThanTheUidNames() public {
        CowOrder memory order = _orderOf(address(vault));
        CowOrder memory other = _orderOf(address(vault));
        other.buyAmount = 1;
        bytes memory data = bytes.concat(_headOf(other), abi.encode(order));
        vm.expectRevert(NotThisOrder.selector);
        _place(order, data);
        // A digest that is right, and a last second that is not.
        bytes memory uid = _uidOf(order, address(vault));
        uid[55] ^= 0x01;
        data = bytes.concat(
            abi.encodeCall(settlement.setPreSignature, (uid, true)), abi.encode(order)
        );
        vm.expectRevert(NotThisOrder.selector);
        _place(order, data);
    }

    function test_refuses_anotherSpelling() public {
        CowOrder memory order = _orderOf(address(vault));
        bytes memory data = _spelled(order);
        vm.expectRevert(BadShape.selector);
        _place(order, _headOf(order));
        vm.expectRevert(BadShape.selector);
        _place(order, bytes.concat(data, hex"00"));
        data[163] = 0x01;
        vm.expectRevert(BadShape.selector);
        _place(order, data);
        vm.expectRevert(BadShape.selector);
        _decoder.setPreSignature(new bytes(55), false);
        vm.expectRevert(BadShape.selector);
        _decoder.invalidateOrder(new bytes(57));
    }

    function test_refuses_termsThatNoLeafBinds() public {
        for (uint256 term; term < 6; ++term) {
            CowOrder memory order = _orderOf(address(vault));
            if (term == 0) order.feeAmount = 1;
            if (term == 1) order.kind = KIND_BUY;
            if (term == 2) order.sellTokenBalance = keccak256("internal");
            if (term == 3) order.buyTokenBalance = keccak256("internal");
            if (term == 4) order.appData = keccak256("fee");
            if (term == 5) order.validTo = uint32(block.timestamp + 7 days + 1);
            vm.expectRevert(TermNotAllowed.selector);
            _place(order, _spelled(order));
        }
        CowOrder memory longest = _orderOf(address(vault));
        longest.validTo = uint32(block.timestamp + 7 days);
        longest.partiallyFillable = true;
        _place(longest, _spelled(longest));
    }

    function test_law_takingBackAndInvalidatingEndAnOrder() public {
        CowOrder memory order = _orderOf(address(vault));
        bytes memory uid = _uidOf(order, address(vault));
        _place(order, _spelled(order));
        _call(_withdrawLeaf, abi.encodeCall(settlement.setPreSignature, (uid, false)));
        vm.expectRevert("GPv2: order not presigned");
        _settle(order, address(vault), 0, 2_000e6);
        _place(order, _spelled(order));
        _call(_cancelLeaf, abi.encodeCall(settlement.invalidateOrder, (uid)));
        vm.expectRevert("GPv2: order filled");
        _settle(order, address(vault), 0, 2_000e6);
    }

    function _allowed(address target, bytes4 selector, bytes memory packed)
        private
        returns (uint256)
    {
        return _allow(Leaf(address(_decoder), target, false, selector, packed));
    }

    function _headOf(CowOrder memory order) private view returns (bytes memory) {
        return abi.encodeCall(settlement.setPreSignature, (_uidOf(order, address(vault)), true));
    }

    function _spelled(CowOrder memory order) private view returns (bytes memory) {
        return bytes.concat(_headOf(order), abi.encode(order));
    }

    function _batch(CowOrder memory order, bytes memory data)
        private
        view
        returns (Batch memory batch)
    {
        batch = _empty(2);
        _set(batch, 0, _approveLeaf, address(weth));
        _set(batch, 1, _placeLeaf, address(settlement));
        batch.data[0] = abi.encodeWithSelector(APPROVE, relayer, order.sellAmount);
        batch.data[1] = data;
    }

    function _set(Batch memory batch, uint256 at, uint256 leaf, address to) private view {
        batch.proofs[at] = Tree.proofOf(Tree.padded(digests), leaf);
        batch.decoders[at] = address(_decoder);
        batch.targets[at] = to;
    }

    function _place(CowOrder memory order, bytes memory data) private {
        _manage(_batch(order, data));
    }

    function _call(uint256 leaf, bytes memory data) private {
        Batch memory batch = _empty(1);
        _set(batch, 0, leaf, address(settlement));
        batch.data[0] = data;
        _manage(batch);
    }
}
