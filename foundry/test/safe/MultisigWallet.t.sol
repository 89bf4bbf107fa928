// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {MultiSend} from "../../src/safe/MultiSend.sol";
import {MultisigWallet} from "../../src/safe/MultisigWallet.sol";
import {Counter} from "./Counter.sol";

contract MultisigWalletTest is Test {
    MultisigWallet private _wallet;
    Counter private _counter;
    address[] private _owners;
    mapping(address owner => uint256) private _keys;

    function setUp() public {
        for (uint256 i; i < 3; ++i) {
            (address owner, uint256 key) = makeAddrAndKey(string(abi.encodePacked("owner", i)));
            _owners.push(owner);
            _keys[owner] = key;
        }
        for (uint256 i; i < 3; ++i) {
            for (uint256 j = i + 1; j < 3; ++j) {
                if (_owners[j] < _owners[i]) {
                    (_owners[i], _owners[j]) = (_owners[j], _owners[i]);
                }
            }
        }
        _wallet = new MultisigWallet(_owners, 2);
        _counter = new Counter();
        vm.deal(address(_wallet), 10 ether);
    }

    function _hash(address to, uint256 value, bytes memory data, uint256 safeTxGas)
        private
        view
        returns (bytes32)
    {
        return _wallet.getTransactionHash(
            to,
            value,
            data,
            MultisigWallet.Operation.Call,
            safeTxGas,
            0,
            0,
            address(0),
            address(0),
            _wallet.nonce()
        );
    }

    function _sign(uint256 owner, bytes32 hash) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_keys[_owners[owner]], hash);
        return abi.encodePacked(r, s, v);
    }

    function _approval(uint256 owner) private view returns (bytes memory) {
        return abi.encodePacked(abi.encode(_owners[owner], 0), uint8(1));
    }

    function _execute(uint256 value, bytes memory data, uint256 safeTxGas, bytes memory signatures)
        private
        returns (bool)
    {
        return _wallet.execTransaction(
            address(_counter),
            value,
            data,
            MultisigWallet.Operation.Call,
            safeTxGas,
            0,
            0,
            address(0),
            payable(0),
            signatures
        );
    }

    function _add(uint256 step) private pure returns (bytes memory) {
        return abi.encodeCall(Counter.add, (step));
    }

    function _addHash(uint256 step) private view returns (bytes32) {
        return _hash(address(_counter), 0, _add(step), 0);
    }

    function test_selectorsAndTopics() public view {
        assertEq(MultisigWallet.checkNSignatures.selector, bytes4(0x12fb68e0));
        assertEq(MultisigWallet.getStorageAt.selector, bytes4(0x5624b25b));
        assertEq(MultisigWallet.getModulesPaginated.selector, bytes4(0xcc2f8452));
        assertEq(MultisigWallet.execTransaction.selector, bytes4(0x6a761202));
        assertEq(MultisigWallet.getTransactionHash.selector, bytes4(0xd8d11f78));
        assertEq(MultisigWallet.approveHash.selector, bytes4(0xd4d9bdcd));
        assertEq(MultisigWallet.getOwners.selector, bytes4(0xa0e67e2b));
        assertEq(MultisigWallet.getThreshold.selector, bytes4(0xe75235b8));
        assertEq(MultisigWallet.domainSeparator.selector, bytes4(0xf698da25));
        assertEq(_wallet.nonce.selector, bytes4(0xaffed0e0));
        assertEq(MultiSend.multiSend.selector, bytes4(0x8d80ff0a));
        assertEq(
            MultisigWallet.ExecutionSuccess.selector,
            0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e
        );
        assertEq(
            MultisigWallet.ExecutionFailure.selector,
            0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23
        );
    }

    function test_reads() public view {
        assertEq(_wallet.getOwners(), _owners);
        assertEq(_wallet.getThreshold(), 2);
        assertEq(_wallet.nonce(), 0);
        assertTrue(_wallet.isOwner(_owners[0]));
        assertFalse(_wallet.isOwner(address(this)));
    }

    /// @dev The slots are those of SafeStorage, so that storage proofs of a Safe hold for the wallet.
    function test_theStorageIsThatOfASafe() public view {
        address sentinel = address(1);
        assertEq(_word(3), 3);
        assertEq(_word(4), 2);
        assertEq(_word(5), 0);
        assertEq(_entry(sentinel, 1), sentinel);
        assertEq(_entry(sentinel, 2), _owners[0]);
        assertEq(_entry(_owners[0], 2), _owners[1]);
        assertEq(_entry(_owners[1], 2), _owners[2]);
        assertEq(_entry(_owners[2], 2), sentinel);
        assertEq(_wallet.getStorageAt(3, 2), abi.encode(3, 2));
        (address[] memory modules, address next) = _wallet.getModulesPaginated(sentinel, 10);
        assertEq(modules.length, 0);
        assertEq(next, sentinel);
        assertFalse(_wallet.isOwner(sentinel));
    }

    function _word(uint256 slot) private view returns (uint256) {
        return uint256(vm.load(address(_wallet), bytes32(slot)));
    }

    function _entry(address key, uint256 slot) private view returns (address) {
        return address(uint160(_word(uint256(keccak256(abi.encode(key, slot))))));
    }

    function test_signaturesAreCheckedWithoutExecution() public {
        bytes32 hash = _addHash(2);
        bytes memory first = _sign(0, hash);
        _wallet.checkNSignatures(hash, "", bytes.concat(first, _sign(1, hash)), 2);
        _wallet.checkNSignatures(hash, "", first, 1);
        vm.expectRevert("GS020");
        _wallet.checkNSignatures(hash, "", first, 2);
        vm.expectRevert("GS026");
        _wallet.checkNSignatures(bytes32(0), "", first, 1);
    }

    /// @dev Computed by viem's hashTypedData over the type `SafeTx`.
    function test_theHashIsThatOfASafe() public {
        address payable place = payable(0x5Afe000000000000000000000000000000005afe);
        deployCodeTo("MultisigWallet.sol:MultisigWallet", abi.encode(_owners, 2), place);
        assertEq(block.chainid, 31337);
        assertEq(
            MultisigWallet(place).domainSeparator(),
            0x1db8f5136725e0c87fa73988fc79ee73d00c708d7bc03336cfd2508a3ad99282
        );
        bytes32 hash = MultisigWallet(place)
            .getTransactionHash(
                address(0xaa),
                123,
                hex"deadbeef",
                MultisigWallet.Operation.DelegateCall,
                50_000,
                7,
                0,
                address(0xbb),
                address(0xcc),
                42
            );
        assertEq(hash, 0xf4aa1379d7d3f92ec08ca46337176280d20e0c412da5d443a86f129b943aeec1);
    }

    function test_anyTwoOwnersSuffice() public {
        uint256[2][3] memory pairs = [[uint256(0), 1], [uint256(0), 2], [uint256(1), 2]];
        for (uint256 i; i < 3; ++i) {
            bytes32 hash = _addHash(2);
            vm.expectEmit(address(_wallet));
            emit MultisigWallet.ExecutionSuccess(hash, 0);
            _execute(
                0, _add(2), 0, bytes.concat(_sign(pairs[i][0], hash), _sign(pairs[i][1], hash))
            );
            assertEq(_wallet.nonce(), i + 1);
        }
        assertEq(_counter.count(), 6);
        assertEq(_counter.lastCaller(), address(_wallet));
    }

    function test_everyKindOfSignature() public {
        bytes32 hash = _addHash(4);
        vm.prank(_owners[0]);
        vm.expectEmit(address(_wallet));
        emit MultisigWallet.ApproveHash(hash, _owners[0]);
        _wallet.approveHash(hash);
        bytes32 message = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_keys[_owners[1]], message);
        _execute(0, _add(4), 0, bytes.concat(_approval(0), abi.encodePacked(r, s, v + 4)));

        // An owner who sends the transaction need not approve it before.
        hash = _addHash(6);
        bytes memory signatures = bytes.concat(_approval(1), _sign(2, hash));
        vm.prank(_owners[1]);
        _execute(0, _add(6), 0, signatures);
        assertEq(_counter.count(), 10);
    }

    function test_valueIsSent() public {
        bytes32 hash = _hash(address(_counter), 3 ether, _add(2), 0);
        _execute(3 ether, _add(2), 0, bytes.concat(_sign(0, hash), _sign(2, hash)));
        assertEq(address(_counter).balance, 3 ether);
    }

    function test_signaturesAreRefused() public {
        bytes32 hash = _addHash(2);
        bytes memory first = _sign(0, hash);
        bytes memory second = _sign(1, hash);
        vm.expectRevert("GS020");
        _execute(0, _add(2), 0, first);
        vm.expectRevert("GS026");
        _execute(0, _add(2), 0, bytes.concat(second, first));
        vm.expectRevert("GS026");
        _execute(0, _add(2), 0, bytes.concat(first, first));
        // Signed for another call.
        vm.expectRevert("GS026");
        _execute(0, _add(4), 0, bytes.concat(first, second));
        (, uint256 strangerKey) = makeAddrAndKey("stranger");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(strangerKey, hash);
        vm.expectRevert("GS026");
        _execute(0, _add(2), 0, bytes.concat(first, abi.encodePacked(r, s, v)));
        vm.expectRevert("GS025");
        _execute(0, _add(2), 0, bytes.concat(first, _approval(1)));
        vm.expectRevert("GS021");
        _execute(0, _add(2), 0, bytes.concat(first, new bytes(65)));
        vm.expectRevert("GS030");
        _wallet.approveHash(hash);
        assertEq(_wallet.nonce(), 0);
        assertEq(_counter.count(), 0);
    }

    function testFuzz_aFlippedBitIsRefused(uint256 bit) public {
        bit = bound(bit, 0, 2 * 65 * 8 - 1);
        bytes32 hash = _addHash(2);
        bytes memory signatures = bytes.concat(_sign(0, hash), _sign(1, hash));
        signatures[bit / 8] ^= bytes1(uint8(1 << bit % 8));
        vm.expectRevert("GS026");
        _execute(0, _add(2), 0, signatures);
    }

    function test_aTransactionIsDoneOnce() public {
        bytes32 hash = _addHash(2);
        bytes memory signatures = bytes.concat(_sign(0, hash), _sign(1, hash));
        _execute(0, _add(2), 0, signatures);
        vm.expectRevert("GS026");
        _execute(0, _add(2), 0, signatures);
    }

    function test_aFailureReverts() public {
        bytes32 hash = _addHash(3);
        bytes memory signatures = bytes.concat(_sign(0, hash), _sign(1, hash));
        vm.expectRevert("GS013");
        _execute(0, _add(3), 0, signatures);
        assertEq(_wallet.nonce(), 0);
    }

    function test_withSafeTxGasAFailureSpendsTheNonce() public {
        bytes32 hash = _hash(address(_counter), 0, _add(3), 50_000);
        bytes memory signatures = bytes.concat(_sign(0, hash), _sign(1, hash));
        vm.expectRevert("GS010");
        this.executeWithLittleGas(_add(3), signatures);
        vm.expectEmit(address(_wallet));
        emit MultisigWallet.ExecutionFailure(hash, 0);
        assertFalse(_execute(0, _add(3), 50_000, signatures));
        assertEq(_wallet.nonce(), 1);
    }

    function executeWithLittleGas(bytes calldata data, bytes calldata signatures) external {
        _wallet.execTransaction{gas: 60_000}(
            address(_counter),
            0,
            data,
            MultisigWallet.Operation.Call,
            50_000,
            0,
            0,
            address(0),
            payable(0),
            signatures
        );
    }

    function test_refundsAreRefused() public {
        vm.expectRevert(MultisigWallet.MultisigWallet__RefundNotSupported.selector);
        _wallet.execTransaction(
            address(_counter),
            0,
            "",
            MultisigWallet.Operation.Call,
            0,
            0,
            1,
            address(0),
            payable(0),
            ""
        );
    }

    function test_ownersAndThresholdMustFit() public {
        bytes4 badOwner = MultisigWallet.MultisigWallet__BadOwner.selector;
        bytes4 badThreshold = MultisigWallet.MultisigWallet__BadThreshold.selector;
        address[] memory owners = new address[](2);
        (owners[0], owners[1]) = (_owners[0], _owners[1]);
        vm.expectRevert(abi.encodeWithSelector(badThreshold, 0));
        new MultisigWallet(owners, 0);
        vm.expectRevert(abi.encodeWithSelector(badThreshold, 3));
        new MultisigWallet(owners, 3);
        owners[1] = owners[0];
        vm.expectRevert(abi.encodeWithSelector(badOwner, owners[0]));
        new MultisigWallet(owners, 1);
        owners[1] = address(0);
        vm.expectRevert(abi.encodeWithSelector(badOwner, address(0)));
        new MultisigWallet(owners, 1);
    }

    function test_etherIsTaken() public {
        vm.deal(address(this), 1);
        vm.expectEmit(address(_wallet));
        emit MultisigWallet.SafeReceived(address(this), 1);
        (bool success,) = address(_wallet).call{value: 1}("");
        assertTrue(success);
    }
}
